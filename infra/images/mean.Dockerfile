# The MEAN app: Angular's client, and the server that serves it. Built from the repository's root:
#   docker build -f infra/images/mean.Dockerfile -t meteor-vs-mean/mean:0.1.0 .
FROM node:24.21.0-bookworm-slim AS source
WORKDIR /app
COPY . .

FROM source AS client
RUN npm ci --workspace apps/mean/client --workspace packages/contract --workspace packages/style
RUN npm run build --workspace apps/mean/client

FROM source AS server
RUN npm ci --omit=dev --workspace apps/mean/server --workspace packages/contract --workspace packages/guards

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=server /app/package.json ./
COPY --from=server /app/node_modules ./node_modules
COPY --from=server /app/packages/contract ./packages/contract
COPY --from=server /app/packages/guards ./packages/guards
COPY --from=server /app/apps/mean/server ./apps/mean/server
COPY --from=client /app/apps/mean/client/dist ./apps/mean/client/dist
COPY infra/mongo ./infra/mongo
COPY infra/images/answers.cjs infra/images/with-password.sh ./infra/images/
USER node
EXPOSE 3100
ENTRYPOINT ["/app/infra/images/with-password.sh"]
CMD ["node", "apps/mean/server/src/main.ts"]

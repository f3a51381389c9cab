# The Meteor app: built by Meteor's own tool, run by Meteor's own Node. Built from the repository's root:
#   docker build -f infra/images/meteor.Dockerfile -t meteor-vs-mean/meteor:0.1.0 .
FROM node:24.21.0-bookworm-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates curl g++ git make python3
# Meteor refuses to run as root.
USER node
RUN npx --yes meteor@3.4.1 install
ENV PATH=/home/node/.meteor:$PATH DO_NOT_TRACK=1
WORKDIR /home/node/source
COPY --chown=node:node . .
# Meteor reads our packages from their dist folders.
RUN npm ci --workspace packages/contract --workspace packages/guards --workspace packages/style --include-workspace-root
RUN npm run build --workspace packages/contract --workspace packages/guards --workspace packages/style
WORKDIR /home/node/source/apps/meteor
RUN meteor npm ci
RUN meteor build --directory /home/node/built --server-only
WORKDIR /home/node/built/bundle/programs/server
RUN meteor npm install --omit=dev
RUN cp "$(meteor node --print process.execPath)" /home/node/node

# For the libraries that Node needs; its own Node is replaced.
FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /home/node/node /usr/local/bin/node
COPY infra/images/answers.cjs infra/images/with-password.sh /app/images/
WORKDIR /app/bundle
COPY --from=build /home/node/built/bundle ./
USER node
EXPOSE 3000
ENTRYPOINT ["/app/images/with-password.sh"]
CMD ["node", "main.js"]

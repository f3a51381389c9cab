# A load generator: Artillery, with the engine and the scenarios. Built from the repository's root:
#   docker build -f infra/images/generator.Dockerfile -t meteor-vs-mean/generator:0.1.0 .
FROM node:24.21.0-bookworm-slim AS build
# Artillery depends on Playwright, whose browsers aren't needed here.
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
WORKDIR /app
COPY . .
RUN npm ci --workspace load-tests/engine --workspace packages/pubsub-client --workspace packages/testbed

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production ARTILLERY_DISABLE_TELEMETRY=true DO_NOT_TRACK=1
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/load-tests/engine ./load-tests/engine
COPY --from=build /app/load-tests/scenarios ./load-tests/scenarios
COPY infra/images/generate.sh ./infra/images/
USER node
ENTRYPOINT ["/app/infra/images/generate.sh"]

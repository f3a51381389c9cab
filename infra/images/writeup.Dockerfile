# The write-up, as the static site from `npm run writeup:build`. Built from the repository's root:
#   docker build -f infra/images/writeup.Dockerfile -t meteor-vs-mean/writeup:0.1.0 .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run writeup:build

# Runs as its own user, on port 8080.
FROM nginxinc/nginx-unprivileged:1.29.4-alpine
COPY --from=build /app/apps/writeup/dist /usr/share/nginx/html
EXPOSE 8080

# The site and the content commands, without npm. Built and run as in docs/container.md.
# Debian 13: the current stable release, so its slim image gets security updates longest.
FROM node:24-trixie-slim AS packages
RUN apt-get update && apt-get install -y --no-install-recommends binutils
WORKDIR /app
COPY package.json package-lock.json ./
# An .npmrc with a private registry may be passed as the secret "npmrc"; no layer contains it.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --no-audit --no-fund

FROM packages AS modules
COPY deploy/container/prune.sh deploy/container/
RUN npm prune --omit=dev --no-audit --no-fund && sh deploy/container/prune.sh

FROM packages AS build
COPY vite.config.ts tsconfig.json ./
COPY scripts scripts
COPY src src
RUN node_modules/node/bin/node scripts/build.ts

FROM debian:trixie-slim AS system
# Neither the site nor the health check needs these. dpkg keeps its list of packages correct, for vulnerability scanners.
RUN dpkg --purge --force-all apt libapt-pkg7.0 sqv debconf perl-base libssl3t64 && rm -rf /var/lib/apt /var/cache/* /var/log/*

# Starts empty, because a layer that deletes files doesn't make the image smaller.
FROM scratch
COPY --from=system / /
WORKDIR /app
# A new volume gets this owner. A host can only verify that a numeric account isn't root.
RUN install -d -o 10001 -g 10001 /data
COPY --from=modules /app/node_modules node_modules
COPY package.json package-lock.json ./
COPY migrations migrations
COPY schemas schemas
COPY deploy/container/start.sh deploy/container/
COPY src src
COPY --from=build /app/dist dist
# Last, so that changed content rebuilds this layer only.
COPY content content
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data CONTENT_DIR=/app/content \
  FONTCONFIG_FILE=/app/src/cards/fonts.conf XDG_CACHE_HOME=/tmp \
  PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/system/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "deploy/container/start.sh"]

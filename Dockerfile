# Debian with Node 24 and npm. `npm run image -- --debian` makes such a base without a registry.
ARG PONTIC_BASE=node:24-slim

# Installs all dependencies and builds the web app. The secret npmrc is for registries and authorities of your own.
FROM ${PONTIC_BASE} AS build
WORKDIR /pontic
ARG PONTIC_VARIANT=full
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  npm ci --no-audit --no-fund && node node_modules/vite/bin/vite.js build apps/web

# Installs only the dependencies of the server, without tools and without the embedded PostgreSQL.
FROM ${PONTIC_BASE} AS dependencies
WORKDIR /pontic
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY apps/server/package.json apps/server/package.json
COPY apps/web/package.json apps/web/package.json
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  npm ci --no-audit --no-fund --omit=dev --workspace @pontic/server

FROM ${PONTIC_BASE}
LABEL org.opencontainers.image.title="Pontic" \
      org.opencontainers.image.description="Dental clinics and laboratories exchange scan-based cases" \
      org.opencontainers.image.licenses="AGPL-3.0-only"
WORKDIR /pontic
ARG PONTIC_VARIANT=full
ENV PONTIC_VARIANT=$PONTIC_VARIANT
COPY --from=dependencies /pontic/node_modules node_modules
COPY package.json LICENSE ./
COPY packages packages
COPY apps/server apps/server
COPY docs/generated/openapi.json docs/generated/openapi.json
COPY docs/guides docs/guides
COPY --from=build /pontic/apps/web/dist apps/web/dist
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production \
    PONTIC_MODE=production \
    PONTIC_HOST=0.0.0.0 \
    PONTIC_PORT=8080 \
    PONTIC_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PONTIC_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … migrate` migrates the database. Without an argument the server starts.
# The small semi-space keeps a node under load below 300 MB.
ENTRYPOINT ["node", "--max-semi-space-size=16", "apps/server/src/main.ts"]

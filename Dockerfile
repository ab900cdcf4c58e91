# Debian with Node 24 and npm. `npm run image -- --debian` makes such a base without a registry of images.
ARG PONTIC_BASE=node:24-slim

# Everything that npm reads. The dependencies are installed again only if one of these files changes.
FROM ${PONTIC_BASE} AS manifests
WORKDIR /pontic
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/package.json
COPY packages/contract/package.json packages/contract/package.json
COPY packages/messages/package.json packages/messages/package.json
COPY packages/viewer/package.json packages/viewer/package.json
COPY apps/server/package.json apps/server/package.json
COPY apps/web/package.json apps/web/package.json

# Builds the web app, with all dependencies. The two secrets are for a registry or an authority of your own.
FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm \
  --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  npm ci --no-audit --no-fund --ignore-scripts
ARG PONTIC_VARIANT=full
COPY . .
RUN node node_modules/vite/bin/vite.js build apps/web

# Installs only the dependencies of the server, without tools and without the embedded PostgreSQL. Removes what no server loads:
# libraries of the 3D view in the browser, TypeScript, declarations, source maps, and builds for bundlers.
FROM manifests AS dependencies
RUN --mount=type=cache,target=/root/.npm \
  --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities,target=/run/authorities.pem \
  npm ci --no-audit --no-fund --ignore-scripts --omit=dev --workspace @pontic/server \
  && (cd node_modules && rm -rf .bin @types @typescript typescript three three-mesh-bvh @opentelemetry/*/build/es*) \
  && find . -path '*/node_modules/*' -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM ${PONTIC_BASE}
LABEL org.opencontainers.image.title="Pontic" \
      org.opencontainers.image.description="Dental clinics and laboratories exchange scan-based cases" \
      org.opencontainers.image.licenses="AGPL-3.0-only"
WORKDIR /pontic
RUN mkdir /data && chown node:node /data
# Dependencies are in several folders node_modules, because packages may need other versions than the root.
COPY --from=dependencies /pontic ./
COPY LICENSE ./
COPY packages packages
COPY apps/server apps/server
COPY docs/generated/openapi.json docs/generated/openapi.json
COPY docs/guides docs/guides
COPY --from=build /pontic/apps/web/dist apps/web/dist
ARG PONTIC_VARIANT=full
ENV NODE_ENV=production \
    PONTIC_VARIANT=$PONTIC_VARIANT \
    PONTIC_MODE=production \
    PONTIC_HOST=0.0.0.0 \
    PONTIC_PORT=8080 \
    PONTIC_DATA=/data
# The user `node`. Kubernetes can tell only from a number that this is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PONTIC_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … migrate` migrates the database. Without an argument the server starts.
# The small semi-space keeps a node under load below 300 MB.
ENTRYPOINT ["node", "--max-semi-space-size=16", "apps/server/src/main.ts"]

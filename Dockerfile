# Built with all dependencies, run with production dependencies only. Node itself is a dependency, in the version the tests run on.
# Both are lists of images, for amd64 and arm64; Dependabot proposes newer ones.
ARG BUILD_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG BASE_IMAGE=debian:bookworm-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
FROM $BUILD_IMAGE AS build
WORKDIR /carrel
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The page System shows them; the repository itself is not in the image.
ARG CARREL_COMMIT= SOURCE_DATE_EPOCH=
RUN npm run build && npm ci --omit=dev

FROM $BASE_IMAGE
ARG BASE_IMAGE CARREL_COMMIT= CARREL_VERSION=
LABEL org.opencontainers.image.title="Carrel" \
  org.opencontainers.image.description="The web application that a study hall or library runs on." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$CARREL_VERSION" \
  org.opencontainers.image.revision="$CARREL_COMMIT" \
  org.opencontainers.image.base.name="$BASE_IMAGE"
WORKDIR /carrel
ENV NODE_ENV=production PATH=/carrel/node_modules/.bin:$PATH DATA_DIR=/data PORT=5000 NODE_COMPILE_CACHE=/tmp/compiled
# SQLite's own temporary files: with a root file system that is read-only, the volume is the only place for them.
ENV SQLITE_TMPDIR=/data
# The same settings as in scripts/processSettings.mjs: memory is returned to the system after a peak.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=524288 MALLOC_TRIM_THRESHOLD_=1048576
RUN useradd --system --uid 1000 --home-dir /carrel carrel && mkdir /data && chown carrel /data
COPY --from=build /carrel/package.json /carrel/LICENSE ./
COPY --from=build /carrel/node_modules node_modules
COPY --from=build /carrel/dist dist
USER carrel
VOLUME /data
EXPOSE 5000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Start Node directly, so that the stop signal reaches the server.
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]

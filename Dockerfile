# Built with all dependencies, run with production dependencies only. Node itself is a dependency, in the version the tests run on.
FROM node:24-bookworm-slim AS build
WORKDIR /carrel
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm ci --omit=dev

FROM debian:bookworm-slim
WORKDIR /carrel
ENV NODE_ENV=production PATH=/carrel/node_modules/.bin:$PATH DATA_DIR=/data PORT=5000 NODE_COMPILE_CACHE=/tmp/compiled
# The same settings as in scripts/lowMemory.mjs: memory is returned to the system after a peak.
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

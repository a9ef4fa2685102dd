# Built with everything, run with what it needs. Node itself comes with the libraries, in the one version they are tested with.
FROM node:24-bookworm-slim AS build
WORKDIR /carrel
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm ci --omit=dev

FROM debian:bookworm-slim
WORKDIR /carrel
ENV NODE_ENV=production PATH=/carrel/node_modules/.bin:$PATH DATA_DIR=/data PORT=5000 NODE_COMPILE_CACHE=/tmp/compiled
# As scripts/start.mjs has it: memory goes back to the system after a load.
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
# Not through npm, so that the signal to stop reaches the server itself.
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]

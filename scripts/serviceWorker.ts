import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { browserTargets } from './browserTargets.ts'

const entry = fileURLToPath(new URL('../src/web/worker/worker.ts', import.meta.url))

/** Files that screens need offline. Others are used once, or by the document reader, which needs the network anyway. */
const isOfScreens = /^assets\/.+-[\w-]{7,8}\.(?:js|css|woff2)$/

const bundle = async (files: readonly string[]): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: browserTargets,
      lib: { entry, formats: ['iife'], name: 'worker' },
      minify: true,
    },
  })
  const [{ output }] = [built].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

/** Adds the service worker, with the list of all files of the build. Its name never changes, since a browser looks for updates there. */
export const serviceWorker = (): Plugin => ({
  name: 'carrel:service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, files) {
      const names = Object.keys(files).filter((name) => isOfScreens.test(name))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundle(names.toSorted().map((name) => `/${name}`)) })
    },
  },
})

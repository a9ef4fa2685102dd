import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Feature } from '#server/feature/feature.ts'
import type { Platform } from '#server/feature/platform.ts'
import { drawingFrom } from './drawing.ts'
import { asData, pagePolicy } from './headers.ts'
import { htmlFor } from './html.ts'
import { pageFilesIn } from './pageFiles.ts'
import { pageReply } from './pageReply.ts'
import { serveServiceWorker } from './serviceWorker.ts'

// pdf.js compiles its image decoders from WebAssembly inside its worker; no other file may do that.
const workerPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'"

const notFound = (): never => {
  throw new AppError(commonErrors.notFound)
}

const wantsPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:api|socket\.io|assets|pdfjs)(?:\/|$)/.test(url) &&
  !/\.\w+$/.test(url.split('?')[0] ?? '')

/**
 * Serves the built client: hashed files with an unlimited lifetime, the page itself always revalidated, and the page for every
 * address that is a screen. Without a build (tests, development) every such address is not found.
 */
export const serveClient = async (
  app: FastifyInstance,
  platform: Platform,
  features: Record<string, Feature>,
  folder: string,
): Promise<void> => {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return void app.setNotFoundHandler(notFound)
  const makePage = htmlFor(platform, features, await readFile(index, 'utf8'), drawingFrom(join(folder, '../drawn')))
  const withFiles = pageFilesIn(folder)
  const sendHtml = pageReply()
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '/'
    const { html, frameSources } = await makePage(path)
    if (frameSources.length > 0) reply.header('content-security-policy', pagePolicy(platform.config, frameSources))
    return sendHtml(request, reply, withFiles(html, path))
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      const isAsset = /\/(?:assets|pdfjs)\//.test(path)
      const isWorker = /\/sw\.js(?:\.br|\.gz)?$/.test(path)
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : isWorker ? 'no-cache' : 'public, max-age=3600')
      if (isAsset) {
        asData(reply)
        // Its address changes with its bytes.
        for (const name of ['etag', 'accept-ranges']) reply.removeHeader(name)
      }
      if (/pdf\.worker[^/]*\.m?js(?:\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  serveServiceWorker(app, platform.config, folder)
  app.get('/', sendPage)
  app.setNotFoundHandler((request, reply) => (wantsPage(request) ? sendPage(request, reply) : notFound()))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import { startFilesId } from '#contract/startFiles.ts'
import type { Platform } from '#server/feature/platform.ts'
import { compressOnce, encodingFor } from './compression.ts'
import type { Draw } from './drawing.ts'

/** What a feature adds to the page before any script runs. The feature escapes all text in its markup. */
export type HtmlParts = {
  /** The title as plain text. */
  title?: string
  /** The description for search engines, as plain text. */
  description?: string
  /** Elements for the end of the head. */
  head?: string
  /** The content of the root element until the client takes over. */
  root?: string
  /** Elements after it, such as data. */
  end?: string
  /** Origins, `https://host`, that the page may show in a frame. */
  frameSources?: readonly string[]
}

/**
 * Adds to the page that is sent for a path which is neither a call nor a file. It runs for every page, so it must be fast. `draw`
 * renders what was built for it.
 */
export type HtmlHook = (platform: Platform, path: string, draw: Draw) => Promise<HtmlParts>

export type PublicAnswer = {
  /** The complete Content-Type. */
  type: string
  body: string | Buffer
  /** `immutable` for an address that changes with its content. */
  cache: 'immutable' | 'no-cache'
}

/**
 * A public address outside `/api`: a style sheet, a manifest, robots.txt. If the reply is undefined, the built file of this address
 * is sent; without one it is not found.
 */
export type PublicRoute = {
  path: `/${string}`
  /** By default GET. The body of a POST is not read. */
  method?: 'POST'
  answer: (platform: Platform, params: Record<string, string>) => Promise<PublicAnswer | undefined>
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes any text for the content of an element or the value of a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const titleTag = /<title>[^<]*<\/title>/
const descriptionTag = /<meta name="description" content="[^"]*" \/>/
const emptyRoot = '<div id="root"></div>'
/** The message of a page without content to a browser without scripts. */
const noScript = /<noscript>.*?<\/noscript>/s

/** Data in a page: no browser runs it, and nothing in it can end the element. */
export const dataBlock = (type: string, data: unknown, id?: string): string =>
  `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

const startFile = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/**
 * Content that is in the page already is to be painted before its scripts and fonts arrive, which would compete with the style
 * sheet on a slow connection: the script of the head takes the scripts from the template after the first paint, and the font is
 * loaded only if the style sheet uses it.
 */
const paintedFirst = (page: string): string => {
  const files = (page.match(startFile) ?? []).map((tag) => tag.replace(/^<\w+/, '$& fetchpriority="low"')).join('')
  return page
    .replace(/<link\s+rel="preload"[^>]*\sas="font"[^>]*>/, '')
    .replaceAll(startFile, '')
    .replace('</head>', () => `${files && `<template id="${startFilesId}">${files}</template>`}</head>`)
}

/** Inserts the parts into the built page. A later title, description or root replaces an earlier one, the others are appended. */
export const composeHtml = (page: string, parts: readonly HtmlParts[]): string => {
  const last = (name: 'title' | 'description' | 'root') => parts.findLast((part) => part[name] !== undefined)?.[name]
  const all = (name: 'head' | 'end') => parts.map((part) => part[name] ?? '').join('')
  const [title, description, root] = [last('title'), last('description'), last('root')]
  // Functions, because a text may contain `$&`.
  let html = page
  if (title !== undefined) html = html.replace(titleTag, () => `<title>${escapeHtml(title)}</title>`)
  if (description !== undefined)
    html = html.replace(descriptionTag, () => `<meta name="description" content="${escapeHtml(description)}" />`)
  if (root !== undefined) html = html.replace(noScript, '').replace(emptyRoot, () => `<div id="root">${root}</div>`)
  html = html.replace('</head>', () => `${all('head')}</head>`).replace('</body>', () => `${all('end')}</body>`)
  return root === undefined ? html : paintedFirst(html)
}

/** Makes the page for a path with the parts of all features; a feature that fails, for example while the database is away, adds nothing. */
export const htmlFor = (platform: Platform, features: Record<string, { html?: HtmlHook }>, page: string, draw: Draw = () => undefined) => {
  const hooks = Object.values(features).flatMap(({ html }) => html ?? [])
  const partsOf = (hook: HtmlHook, path: string): Promise<HtmlParts> =>
    hook(platform, path, draw).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'a part of the page could not be made')
      return {}
    })
  return async (path: string): Promise<{ html: string; frameSources: readonly string[] }> => {
    const parts = await Promise.all(hooks.map((hook) => partsOf(hook, path)))
    return { html: composeHtml(page, parts), frameSources: parts.flatMap((part) => part.frameSources ?? []) }
  }
}

const cacheControl: Record<PublicAnswer['cache'], string> = {
  immutable: 'public, max-age=31536000, immutable',
  'no-cache': 'no-cache',
}

export const servePublicRoutes = (
  app: FastifyInstance,
  platform: Platform,
  features: Record<string, { publicRoutes: readonly PublicRoute[] }>,
): void => {
  const compressed = compressOnce({ max: 20 })
  const sendText = async (request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> => {
    const encoding = encodingFor(request, text.length)
    reply.header('vary', 'accept-encoding')
    return encoding ? reply.header('content-encoding', encoding).send(await compressed(text, encoding)) : reply.send(text)
  }
  for (const { path, method, answer } of Object.values(features).flatMap(({ publicRoutes }) => publicRoutes))
    app[method === 'POST' ? 'post' : 'get'](path, async (request, reply) => {
      const { params, url } = request
      const answered = await answer(platform, params as Record<string, string>)
      if (!answered) {
        // Only a server with a built client sends files.
        if (!app.hasReplyDecorator('sendFile')) throw new AppError(commonErrors.notFound)
        return reply.sendFile(url.split('?')[0] ?? '')
      }
      const { type, body, cache } = answered
      reply.headers({ 'content-type': type, 'cache-control': cacheControl[cache] })
      return typeof body === 'string' ? sendText(request, reply, body) : reply.send(body)
    })
}

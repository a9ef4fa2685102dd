import type { FastifyInstance } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Platform } from '#server/platform.ts'
import type { Feature } from './feature.ts'

/** What a feature puts into the page before any script has run. Whoever makes markup escapes what it is made of. */
export type HtmlParts = {
  /** The title as plain text. */
  title?: string
  /** Elements for the end of the head. */
  head?: string
  /** What stands in the root element until the client takes over. */
  root?: string
  /** Origins, `https://host`, that the page may show in a frame. */
  frameSources?: readonly string[]
}

/** Adds to the page that is sent for a path which is neither a call nor a file. Asked for every page, so it has to be quick. */
export type HtmlHook = (platform: Platform, path: string) => Promise<HtmlParts>

export type PublicAnswer = {
  /** The whole Content-Type. */
  type: string
  body: string | Buffer
  /** `immutable` for an address that changes with its content. */
  cache: 'immutable' | 'no-cache'
}

/**
 * Something outside of `/api` that anybody may fetch: a style sheet, a manifest, robots.txt. Where the answer is undefined,
 * the file that was built for this address is sent; without one it is not found.
 */
export type PublicRoute = {
  path: `/${string}`
  answer: (platform: Platform, params: Record<string, string>) => Promise<PublicAnswer | undefined>
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Any text as the content of an element or the value of a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const titleTag = /<title>[^<]*<\/title>/
const emptyRoot = '<div id="root"></div>'

/** Puts the parts into the built page. A later title or root replaces an earlier one, heads follow one another. */
export const composeHtml = (page: string, parts: readonly HtmlParts[]): string => {
  const last = <K extends 'title' | 'root'>(name: K): string | undefined => parts.findLast((part) => part[name] !== undefined)?.[name]
  const [title, root] = [last('title'), last('root')]
  const head = parts.map((part) => part.head ?? '').join('')
  // Functions, because a text may contain `$&`.
  const titled = title === undefined ? page : page.replace(titleTag, () => `<title>${escapeHtml(title)}</title>`)
  const withHead = titled.replace('</head>', () => `${head}</head>`)
  return root === undefined ? withHead : withHead.replace(emptyRoot, () => `<div id="root">${root}</div>`)
}

/** Makes the page for a path with what all features add; a feature that fails, as while the database is away, adds nothing. */
export const htmlFor = (platform: Platform, features: Record<string, Feature>, page: string) => {
  const hooks = Object.values(features).flatMap(({ html }) => html ?? [])
  const partsOf = (hook: HtmlHook, path: string): Promise<HtmlParts> =>
    hook(platform, path).catch((error: unknown) => {
      platform.log.warn({ err: error, path }, 'a part of the page could not be made')
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

export const servePublicRoutes = (app: FastifyInstance, platform: Platform, features: Record<string, Feature>): void => {
  for (const { path, answer } of Object.values(features).flatMap(({ publicRoutes }) => publicRoutes))
    app.get(path, async ({ params, url }, reply) => {
      const answered = await answer(platform, params as Record<string, string>)
      if (!answered) {
        // Only a server with a built client sends files.
        if (!app.hasReplyDecorator('sendFile')) throw new AppError(commonErrors.notFound)
        return reply.sendFile(url.split('?')[0] ?? '')
      }
      return reply.headers({ 'content-type': answered.type, 'cache-control': cacheControl[answered.cache] }).send(answered.body)
    })
}

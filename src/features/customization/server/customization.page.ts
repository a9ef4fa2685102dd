import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import { escapeHtml, type HtmlHook, type HtmlParts, type PublicRoute } from '#server/http/html.ts'
import type { Platform } from '#server/platform.ts'
import { runWork } from '#server/work/run.ts'
import type { Customization } from '../customization.contract.ts'
import { readCustomization, sheetOf } from './customization.service.ts'

/** What every page and what belongs to it is made of, until the customization changes. */
type Look = { revision: number; customization: Customization; html: HtmlParts; icons: Map<number, Promise<Buffer>> }

const looks = new WeakMap<Db, Promise<Look>>()

/** The look as it is committed now, for the price of one short query. */
const lookOf = async (platform: Platform): Promise<Look> => {
  const revision = await revisionOf(platform.db, 'customization')
  const known = await looks.get(platform.db)?.catch(() => undefined)
  if (known?.revision === revision) return known
  const made = makeLook(platform, revision)
  looks.set(platform.db, made)
  return made
}

const makeLook = async (platform: Platform, revision: number): Promise<Look> => {
  const customization = await readCustomization(platform)
  return { revision, customization, html: htmlOf(customization), icons: new Map() }
}

/** For other features: the customization as it is committed now, read anew only after a change. */
export const currentCustomization = async (platform: Platform): Promise<Customization> => (await lookOf(platform)).customization

const logoHash = ({ logoUrl }: Customization): string | undefined => logoUrl?.split('/').at(-1)

/** Its address changes with the logo, since browsers and home screens keep icons for long. */
const iconUrl = (customization: Customization, side: number): string =>
  `/icon-${side}.png${logoHash(customization) ? `?v=${logoHash(customization)?.slice(0, 12)}` : ''}`

const htmlOf = (customization: Customization): HtmlParts => {
  const { systemName, logoUrl, activeTheme, themeCssUrl } = customization
  const icon = logoUrl === null ? ['/favicon.svg', 'image/svg+xml'] : [iconUrl(customization, 192), 'image/png']
  const head = [
    ...(themeCssUrl === null ? [] : [`<link rel="stylesheet" href="${escapeHtml(themeCssUrl)}" data-theme />`]),
    `<link rel="icon" href="${escapeHtml(icon[0] ?? '')}" type="${icon[1]}" />`,
    `<link rel="apple-touch-icon" href="${escapeHtml(iconUrl(customization, 192))}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<meta name="theme-color" content="${escapeHtml(activeTheme.colors.background)}" />`,
  ]
  return { title: systemName, head: head.join('') }
}

export const html: HtmlHook = async (platform) => (await lookOf(platform)).html

const SIDES = [192, 512] as const
const SHORT_NAME = 30

const manifestOf = (customization: Customization): string => {
  const { systemName, activeTheme } = customization
  return JSON.stringify({
    name: systemName,
    short_name: [...systemName].slice(0, SHORT_NAME).join(''),
    start_url: '/',
    display: 'standalone',
    background_color: activeTheme.colors.background,
    theme_color: activeTheme.colors.background,
    icons: SIDES.map((side) => ({ src: iconUrl(customization, side), sizes: `${side}x${side}`, type: 'image/png' })),
  })
}

const ICON_MS = 12_000

const makeIcon = async ({ storage }: Platform, sha256: string, side: number): Promise<Buffer> =>
  Buffer.from(await storage.withLocal(sha256, (path) => runWork('icon', { path, side }, { timeoutMs: ICON_MS })))

/** Made once for each logo; without one, the file of this name that is built with the client. */
const iconRoute = (side: number): PublicRoute => ({
  path: `/icon-${side}.png`,
  answer: async (platform) => {
    const { customization, icons } = await lookOf(platform)
    const sha256 = logoHash(customization)
    if (sha256 === undefined) return undefined
    const icon = icons.get(side) ?? makeIcon(platform, sha256, side)
    icons.set(side, icon)
    icon.catch(() => icons.delete(side))
    return { type: 'image/png', body: await icon, cache: 'no-cache' }
  },
})

export const publicRoutes: readonly PublicRoute[] = [
  {
    path: '/theme-:name.css',
    answer: async (platform, { name }) => {
      const { colors } = (await lookOf(platform)).customization.activeTheme
      const sheet = sheetOf(colors)
      return sheet.name === name ? { type: 'text/css; charset=utf-8', body: sheet.css, cache: 'immutable' } : undefined
    },
  },
  {
    path: '/manifest.webmanifest',
    answer: async (platform) => ({
      type: 'application/manifest+json; charset=utf-8',
      body: manifestOf((await lookOf(platform)).customization),
      cache: 'no-cache',
    }),
  },
  ...SIDES.map(iconRoute),
]

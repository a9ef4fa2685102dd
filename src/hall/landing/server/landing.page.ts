import { mapOrigin } from '#contract/mapAddress.ts'
import * as gallery from '#hall/gallery/server/gallery.service.ts'
import { hallPicture, type LandingData, landingDataId, type SentLanding } from '#hall/landing/landing.data.contract.ts'
import { versionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import type { Draw } from '#server/http/drawing.ts'
import { dataBlock, escapeHtml, type HtmlHook, type HtmlParts, type PublicRoute } from '#server/http/html.ts'
import { publicAddress } from '#server/publicAddress.ts'
import { currentCustomization } from '#system/customization/server/customization.current.service.ts'
import { readLanding } from './landing.data.ts'
import { structuredData } from './landing.structured.ts'

const property = (name: string, content: string): string => `<meta property="${name}" content="${escapeHtml(content)}" />`

const descriptionOf = ({ systemName, landing }: LandingData['customization']): string => {
  const place = landing.address.replaceAll(/\s+/g, ' ')
  return `${systemName}: a quiet place to read and study.${place ? ` ${place}.` : ''} Opening hours, facilities, announcements and contact.`
}

const headOf = ({ customization, images }: LandingData, origin: string | undefined, description: string): string => {
  const [picture] = images.items
  return [
    `<link rel="canonical" href="${escapeHtml(`${origin ?? ''}/`)}" />`,
    property('og:type', 'website'),
    property('og:title', customization.systemName),
    property('og:site_name', customization.systemName),
    property('og:description', description),
    ...(origin === undefined ? [] : [property('og:url', `${origin}/`)]),
    ...(origin === undefined || !picture ? [] : [property('og:image', origin + picture.imageUrl)]),
  ].join('')
}

const partsOf = (data: LandingData, draw: Draw, config: Platform['config']): HtmlParts => {
  const { customization, ...sent } = data
  const origin = publicAddress(config)
  const description = descriptionOf(customization)
  const drawn = draw('landing', data)
  const map = config.demo === 'public' ? undefined : mapOrigin(customization.landing.mapUrl)
  const scripts = (drawn?.scripts ?? []).map((script) => `<link rel="modulepreload" href="${escapeHtml(script)}" />`).join('')
  return {
    title: customization.systemName,
    description,
    head: headOf(data, origin, description) + scripts,
    end:
      dataBlock('application/ld+json', structuredData(data, origin)) +
      (drawn ? dataBlock('application/json', sent satisfies SentLanding, landingDataId) : ''),
    ...(drawn && { root: drawn.html }),
    ...(map !== undefined && { frameSources: [map] }),
  }
}

type Kept = { version: string; until: Date; parts: HtmlParts }
const kept = new WeakMap<Db, Kept>()

/** Renders again only after a change of the data it shows, or when the rendered state has expired. */
const landingParts = async (platform: Platform, draw: Draw): Promise<HtmlParts> => {
  // The version is read first: a write in between makes the page newer than its version, never older.
  const { showFreeSeats } = (await currentCustomization(platform)).hall
  const version = await versionOf(platform.db, [
    'customization',
    'announcements',
    'gallery',
    ...(showFreeSeats ? (['users'] as const) : []),
  ])
  const known = kept.get(platform.db)
  if (known?.version === version && platform.clock() < known.until) return known.parts
  const { data, until } = await readLanding(platform)
  const parts = partsOf(data, draw, platform.config)
  kept.set(platform.db, { version, until, parts })
  return parts
}

type KeptPicture = { version: string; meta: string }
const keptPictures = new WeakMap<Db, KeptPicture>()

/** The address of the hall's first picture, for the sign-in page, to which any page may lead; read again only after a change. */
const pictureMeta = async ({ db }: Platform): Promise<string> => {
  const version = await versionOf(db, ['gallery'])
  const known = keptPictures.get(db)
  if (known?.version === version) return known.meta
  const [first] = (await gallery.publicList({ db })).items
  const meta = first ? `<meta name="${hallPicture}" content="${escapeHtml(first.imageUrl)}" />` : ''
  keptPictures.set(db, { version, meta })
  return meta
}

const landingPaths: readonly string[] = ['/', '/landing']

export const html: HtmlHook = async (platform, path, draw) => {
  const zone = `<meta name="time-zone" content="${escapeHtml(platform.config.timeZone)}" />${await pictureMeta(platform).catch(() => '')}`
  if (!landingPaths.includes(path)) return { head: `${zone}<meta name="robots" content="noindex" />` }
  const parts = await landingParts(platform, draw)
  return { ...parts, head: zone + parts.head }
}

/** Allows crawlers the landing page and its files; the other pages are for members. */
const robots = `User-agent: *
Allow: /$
Allow: /landing$
Allow: /assets/
Allow: /slides/
Allow: /theme-
Allow: /favicon.svg
Allow: /icon-
Allow: /api/customization$
Allow: /api/customization/logo/
Allow: /api/announcement/public$
Allow: /api/gallery/public$
Allow: /api/gallery/*/image/
Allow: /api/landing/free-seats$
Disallow: /
`

export const publicRoutes: readonly PublicRoute[] = [
  { path: '/robots.txt', answer: async () => ({ type: 'text/plain; charset=utf-8', body: robots, cache: 'no-cache' }) },
]

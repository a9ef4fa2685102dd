import { serverWordsEn } from '#contract/serverWords.en.ts'
import type { Platform } from '#server/feature/platform.ts'
import { escapeHtml, type HtmlHook, type HtmlParts, type PublicRoute } from '#server/http/html.ts'
import { runWork } from '#server/work/run.ts'
import type { Customization } from '../customization.contract.ts'
import { currentCustomization } from './customization.current.service.ts'
import { sheetOf } from './customization.service.ts'

/** An icon by the end of its file name: its side in pixels, and whether it may be cut to a circle. */
type Icon = '192' | '512' | 'maskable-512'
const icons: readonly Icon[] = ['192', '512', 'maskable-512']

const sideOf = (icon: Icon): number => Number(icon.split('-').at(-1))
const isMaskable = (icon: Icon): boolean => icon.startsWith('maskable')

/** Values derived from a customization, computed once. */
type Look = { html: HtmlParts; icons: Map<Icon, Promise<Buffer>> }

const looks = new WeakMap<Customization, Look>()

const lookOf = (customization: Customization): Look => {
  const look = looks.get(customization) ?? { html: htmlOf(customization), icons: new Map() }
  looks.set(customization, look)
  return look
}

const logoHash = ({ logoUrl }: Customization): string | undefined => logoUrl?.split('/').at(-1)

/** The address changes with the logo, since browsers and home screens cache icons for a long time. */
const iconUrl = (customization: Customization, icon: Icon): string =>
  `/icon-${icon}.png${logoHash(customization) ? `?v=${logoHash(customization)?.slice(0, 12)}` : ''}`

/** Serializes data for the page: browsers do not execute it, and nothing in it can close the element. */
const dataOf = (customization: Customization): string =>
  `<script type="application/json" id="customization">${JSON.stringify(customization).replaceAll('<', '\\u003c')}</script>`

const htmlOf = (customization: Customization): HtmlParts => {
  const { systemName, logoUrl, activeTheme, themeCssUrl } = customization
  const icon = logoUrl === null ? ['/favicon.svg', 'image/svg+xml'] : [iconUrl(customization, '192'), 'image/png']
  const head = [
    ...(themeCssUrl === null ? [] : [`<link rel="stylesheet" href="${escapeHtml(themeCssUrl)}" data-theme />`]),
    `<link rel="icon" href="${escapeHtml(icon[0] ?? '')}" type="${icon[1]}" />`,
    `<link rel="apple-touch-icon" href="${escapeHtml(iconUrl(customization, '192'))}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<meta name="theme-color" content="${escapeHtml(activeTheme.colors.background)}" />`,
    dataOf(customization),
  ]
  return { title: systemName, head: head.join('') }
}

export const html: HtmlHook = async (platform) => lookOf(await currentCustomization(platform)).html

const SHORT_NAME = 30

/** The pages that open by a long press on the icon; a page that a role does not have leads to its start page. */
const shortcuts = [
  { name: serverWordsEn.shortcuts.chat, url: '/chat' },
  { name: serverWordsEn.shortcuts.documents, url: '/documents' },
  { name: serverWordsEn.shortcuts.profile, url: '/profile' },
]

/** What phones offer to send here from other apps. The service worker takes it. */
const shareTarget = {
  action: '/share',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: {
    ...{ title: 'title', text: 'text', url: 'url' },
    files: [{ name: 'files', accept: ['application/pdf', '.pdf', 'image/*'] }],
  },
}

/** The answer to a share where no service worker takes it: on plain http, and where the app without a network is switched off. */
const noShare = (customization: Customization): string => {
  const { systemName } = customization
  const { title, text, open } = serverWordsEn.share
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${escapeHtml(`${title} - ${systemName}`)}</title></head><body><h1>${title}</h1><p>${text}</p><p><a href="/">${escapeHtml(open(systemName))}</a></p></body></html>`
}

const manifestOf = (customization: Customization): string => {
  const { systemName, activeTheme } = customization
  return JSON.stringify({
    name: systemName,
    short_name: [...systemName].slice(0, SHORT_NAME).join(''),
    id: '/',
    start_url: '/open',
    scope: '/',
    display: 'standalone',
    background_color: activeTheme.colors.background,
    theme_color: activeTheme.colors.background,
    icons: icons.map((icon) => ({
      src: iconUrl(customization, icon),
      sizes: `${sideOf(icon)}x${sideOf(icon)}`,
      type: 'image/png',
      purpose: isMaskable(icon) ? 'maskable' : 'any',
    })),
    share_target: shareTarget,
    shortcuts: shortcuts.map(({ name, url }) => ({ name, url, icons: [{ src: iconUrl(customization, '192'), sizes: '192x192' }] })),
  })
}

const ICON_MS = 12_000

const makeIcon = async ({ storage }: Platform, sha256: string, icon: Icon): Promise<Buffer> => {
  const form = { side: sideOf(icon), isMaskable: isMaskable(icon) }
  return Buffer.from(await storage.withLocal(sha256, (path) => runWork('icon', { path, ...form }, { timeoutMs: ICON_MS })))
}

/** Rendered once for each logo; without a logo, the file of this name built with the client. */
const iconRoute = (icon: Icon): PublicRoute => ({
  path: `/icon-${icon}.png`,
  answer: async (platform) => {
    const customization = await currentCustomization(platform)
    const made = lookOf(customization).icons
    const sha256 = logoHash(customization)
    if (sha256 === undefined) return undefined
    const bytes = made.get(icon) ?? makeIcon(platform, sha256, icon)
    made.set(icon, bytes)
    bytes.catch(() => made.delete(icon))
    return { type: 'image/png', body: await bytes, cache: 'no-cache' }
  },
})

export const publicRoutes: readonly PublicRoute[] = [
  {
    path: '/theme-:name.css',
    answer: async (platform, { name }) => {
      const { colors } = (await currentCustomization(platform)).activeTheme
      const sheet = sheetOf(colors)
      return sheet.name === name ? { type: 'text/css; charset=utf-8', body: sheet.css, cache: 'immutable' } : undefined
    },
  },
  {
    path: '/manifest.webmanifest',
    answer: async (platform) => ({
      type: 'application/manifest+json; charset=utf-8',
      body: manifestOf(await currentCustomization(platform)),
      cache: 'no-cache',
    }),
  },
  {
    path: '/share',
    method: 'POST',
    answer: async (platform) => ({
      type: 'text/html; charset=utf-8',
      body: noShare(await currentCustomization(platform)),
      cache: 'no-cache',
    }),
  },
  ...icons.map(iconRoute),
]

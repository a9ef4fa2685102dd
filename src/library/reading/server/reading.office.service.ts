/*
 * Threats, and the line that stops each. A file of the library is sent to another company: only while an admin has chosen that company's
 * viewer (`viewerOf`), only by a link for one person, one file and five minutes (`makeLink`), and the page may frame that company only
 * (`html`). A viewer that cannot reach the library would receive an address of the local network: it is not offered then, and the reader is
 * shown the reason.
 */
import { AppError, commonErrors } from '#contract/errors.ts'
import { findOrThrow, openFile } from '#library/documents/server/documents.service.ts'
import { type OfficeView, type readingApi, readingErrors } from '#library/reading/reading.contract.ts'
import { officeFormatOf } from '#library/reading/reading.policy.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { makeLink } from '#server/files/links.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { HtmlHook } from '#server/http/html.ts'
import { publicAddress } from '#server/publicAddress.ts'
import type { OfficeViewer } from '#system/customization/customization.settings.contract.ts'
import { currentCustomization } from '#system/customization/server/customization.current.service.ts'

type Viewer = Exclude<OfficeViewer, 'none'>

const viewers: Record<Viewer, { origin: string; pathOf: (file: string) => string }> = {
  microsoft: {
    origin: 'https://view.officeapps.live.com',
    pathOf: (file) => `/op/embed.aspx?src=${encodeURIComponent(file)}`,
  },
  google: {
    origin: 'https://docs.google.com',
    pathOf: (file) => `/gview?embedded=1&url=${encodeURIComponent(file)}`,
  },
}

type Choice = { viewer: Viewer; reason: null } | { viewer: null; reason: NonNullable<OfficeView['reason']> }

/** Returns the viewer that an admin has chosen and that can reach this hall, or why there is none. */
const viewerOf = async (platform: Platform): Promise<Choice> => {
  const { officeViewer, whyNotOfficeViewer } = (await currentCustomization(platform)).documents
  if (officeViewer === 'none') return { viewer: null, reason: 'off' }
  return whyNotOfficeViewer === null ? { viewer: officeViewer, reason: null } : { viewer: null, reason: whyNotOfficeViewer }
}

const pathOf = (id: string, format: string): string => `/api/document/${id}/office/document.${format}`

export const office = async (ctx: Ctx, { params }: Input<typeof readingApi.office>): Promise<OfficeView> => {
  const { id, sha256, mediaType } = await findOrThrow(ctx.db, params.id)
  const format = officeFormatOf(mediaType)
  if (!format) throw new AppError(readingErrors.notOffice)
  const choice = await viewerOf(ctx)
  if (choice.viewer === null) return { ...choice, viewerUrl: null, expiresAt: null }
  const { url, expiresAt } = await makeLink(ctx, { path: pathOf(id, format), sha256 })
  const { origin, pathOf: viewerPath } = viewers[choice.viewer]
  return { ...choice, viewerUrl: origin + viewerPath((publicAddress(ctx.config) ?? '') + url), expiresAt }
}

/** Called by the viewer's servers, which authenticate with the link alone. */
export const officeFile = async (ctx: OpenCtx, { params, query }: Input<typeof readingApi.officeFile>): Promise<FileAnswer> => {
  const answer = await openFile(ctx, params.id, `/api/document/${params.id}/office/${params.name}`, query)
  const format = officeFormatOf(answer.mediaType)
  const { viewer } = await viewerOf(ctx)
  if (params.name !== `document.${format}` || viewer === null) throw new AppError(commonErrors.notFound)
  return answer
}

/** Allows the page to frame the configured viewer. */
export const html: HtmlHook = async (platform) => {
  const { viewer } = await viewerOf(platform)
  return viewer === null ? {} : { frameSources: [viewers[viewer].origin] }
}

import { AppError } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { CustomizationTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { readPicture, withPicture } from '#server/files/pictures.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { type Customization, type customizationApi, customizationErrors } from '../customization.contract.ts'
import { customizationLimits } from '../customization.limits.ts'
import { type LandingFigure, landingErrors } from '../customization.settings.contract.ts'
import * as rows from './customization.db.ts'
import { shownFigures, storedLandingOf } from './customization.landing.ts'
import { chatOf, documentsOf, findTheme, readForStaff, untouched, withDayStart } from './customization.service.ts'

export type Change = Partial<Omit<CustomizationTable, 'id'>>
type Writer = Pick<OpenCtx, 'me' | 'now'>

const jsonColumns = new Set(['landing', 'hall', 'documents', 'chat', 'rules'])

/** Selects the values for the audit: the changed columns, and only the changed fields of stored objects. */
const told = (row: CustomizationTable, columns: readonly (keyof Change)[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((column) => {
      const value = row[column]
      if (!jsonColumns.has(column) || typeof value !== 'string') return [column, value]
      return [column, column === 'hall' ? withDayStart(JSON.parse(value)) : JSON.parse(value)]
    }),
  )

/**
 * Updates the customization row. Concurrent changes run one after the other, because each write depends on the stored values. The
 * transaction must not change the row in any other way.
 */
export const changeRow = async (
  tx: Db,
  ctx: Writer,
  action: string,
  next: (before: CustomizationTable) => Change | Promise<Change>,
): Promise<void> => {
  await lock(tx, 'customization')
  const before = (await rows.row(tx)) ?? untouched
  const after = { ...before, ...(await next(before)) }
  const columns = (Object.keys(untouched) as (keyof CustomizationTable)[]).filter(
    (column): column is keyof Change => column !== 'id' && after[column] !== before[column],
  )
  if (columns.length === 0) return
  await rows.save(tx, after)
  await writeAudit(tx, ctx, { action: `customization.${action}`, before: told(before, columns), after: told(after, columns) })
}

/** Does the same in its own transaction and returns the whole customization. */
const change = (ctx: Ctx, action: string, next: Parameters<typeof changeRow>[3]): Promise<Customization> =>
  ctx.transact(async (tx) => {
    await changeRow(tx, ctx, action, next)
    return readForStaff({ ...ctx, db: tx })
  })

export const updateSystemName = (ctx: Ctx, { body }: Input<typeof customizationApi.updateSystemName>): Promise<Customization> =>
  change(ctx, 'updateSystemName', () => body)

/** For the set-up page: sets the hall's name in the transaction that creates its first account. */
export const nameHall = (tx: Db, ctx: Writer, systemName: string): Promise<void> =>
  changeRow(tx, ctx, 'updateSystemName', () => ({ systemName }))

/** Twelve times the displayed height, since a logo may be wide and the screen dense. */
const LOGO_SIDE = 1_440

export const uploadLogo = async (ctx: Ctx, { file }: Input<typeof customizationApi.uploadLogo>): Promise<Customization> => {
  const picture = await readPicture(ctx, file, { side: LOGO_SIDE, field: 'logo' })
  return withPicture(ctx, picture, async (tx) => {
    await changeRow(tx, ctx, 'uploadLogo', () => ({ logoSha256: picture.sha256, logoName: file.fileName, showLogo: 1 }))
    return readForStaff({ ...ctx, db: tx })
  })
}

export const removeLogo = (ctx: Ctx): Promise<Customization> =>
  change(ctx, 'removeLogo', () => ({ logoSha256: null, logoName: null, showLogo: 0 }))

export const updateLogoSize = (ctx: Ctx, { body }: Input<typeof customizationApi.updateLogoSize>): Promise<Customization> =>
  change(ctx, 'updateLogoSize', () => body)

export const toggleLogo = (ctx: Ctx, { body: { showLogo } }: Input<typeof customizationApi.toggleLogo>): Promise<Customization> =>
  change(ctx, 'toggleLogo', ({ logoSha256 }) => {
    if (showLogo && logoSha256 === null) throw new AppError(customizationErrors.noLogo)
    return { showLogo: showLogo ? 1 : 0 }
  })

/** The active theme is a single value in a single row, so there is always exactly one. */
export const applyTheme = (ctx: Ctx, { body: { themeId } }: Input<typeof customizationApi.applyTheme>): Promise<Customization> =>
  ctx.transact(async (tx) => {
    await changeRow(tx, ctx, 'applyTheme', async () => {
      const { themeMissing } = customizationErrors
      if (!(await findTheme(tx, themeId))) throw new AppError(themeMissing, { field: 'themeId' })
      return { activeTheme: themeId }
    })
    return readForStaff({ ...ctx, db: tx })
  })

/** Returns only the fields that were sent. */
export const defined = <T extends object>(sent: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }

export const updateLanding = (ctx: Ctx, { body }: Input<typeof customizationApi.updateLanding>): Promise<Customization> =>
  change(ctx, 'updateLanding', (before) => {
    const closures = body.closures?.toSorted((one, other) => one.date.localeCompare(other.date))
    const landing = storedLandingOf(before)
    const figures = figuresAfter(landing.figures, body.figures)
    return sameOr(before.landing, landing, { ...landing, ...defined({ ...body, closures }), figures })
  })

type SentFigures = Input<typeof customizationApi.updateLanding>['body']['figures']

/** API clients send back the whole object they read, from which hidden figures are missing. */
const figuresAfter = (before: LandingFigure[], sent: SentFigures): LandingFigure[] => {
  if (!sent) return before
  const figures = sent.map(({ value, label, hidden = false }) => ({ value, label, hidden }))
  if (JSON.stringify(shownFigures(figures)) === JSON.stringify(shownFigures(before)) && figures.length < customizationLimits.figures)
    return before
  const { notFourFigures } = landingErrors
  if (figures.length !== customizationLimits.figures) throw new AppError(notFourFigures, { field: 'figures' })
  return figures
}

/** Sending back an unchanged value is not a change, even if it is a default that the row does not store. */
const sameOr = (stored: string | null, before: object, landing: object): Change => {
  const text = JSON.stringify(landing)
  return { landing: text === JSON.stringify(before) ? stored : text }
}

export const updateDocuments = (ctx: Ctx, { body }: Input<typeof customizationApi.updateDocuments>): Promise<Customization> =>
  change(ctx, 'updateDocuments', (before) =>
    documentsOf(before).officeViewer === body.officeViewer ? {} : { documents: JSON.stringify({ ...documentsOf(before), ...body }) },
  )

export const updateChat = (ctx: Ctx, { body }: Input<typeof customizationApi.updateChat>): Promise<Customization> =>
  change(ctx, 'updateChat', (before) => {
    const next = JSON.stringify({ ...chatOf(before), ...defined(body) })
    return next === JSON.stringify(chatOf(before)) ? {} : { chat: next }
  })

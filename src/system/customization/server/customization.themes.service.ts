import { AppError, commonErrors } from '#contract/errors.ts'
import { colorNames, type Palette } from '#contract/theme/palette.ts'
import { predefinedThemes } from '#contract/theme/predefined.ts'
import { fold } from '#server/db/fold.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { type customizationApi, customizationErrors, type Theme } from '../customization.contract.ts'
import { customizationLimits } from '../customization.limits.ts'
import { changeRow } from './customization.change.service.ts'
import * as rows from './customization.db.ts'
import { toTheme } from './customization.service.ts'

const nameTaken = (): AppError => new AppError(customizationErrors.themeNameTaken, { field: 'name' })

const mustNotBePredefined = (name: string): void => {
  if (predefinedThemes.some((theme) => fold(theme.name) === fold(name))) throw nameTaken()
}

/** Serializes exactly the twelve colors in a fixed order. */
const stored = (colors: Palette): string => JSON.stringify(Object.fromEntries(colorNames.map((name) => [name, colors[name]])))

const mustFind = async (tx: Db, id: string): Promise<rows.ThemeRow> => {
  const row = await rows.theme(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

const places = Array.from({ length: customizationLimits.customThemes }, (_, at) => at + 1)

export const createTheme = (ctx: Ctx, { body: { name, colors } }: Input<typeof customizationApi.createTheme>): Promise<Theme> =>
  ctx.transact(async (tx) => {
    await lock(tx, 'customization')
    mustNotBePredefined(name)
    const taken = new Set((await rows.allThemes(tx)).map((theme) => theme.place))
    const place = places.find((one) => !taken.has(one))
    if (place === undefined) throw new AppError(customizationErrors.tooManyThemes)
    const id = newId()
    const { me, now } = ctx
    const made = await rows.insertTheme(tx, { id, place, name, colors: stored(colors), createdBy: me._id, createdAt: now.toISOString() })
    if (!made) throw nameTaken()
    await writeAudit(tx, ctx, { action: 'customization.createTheme', targetId: id, after: { name, colors } })
    return toTheme(await mustFind(tx, id))
  })

const save = async (tx: Db, ctx: Ctx, id: string, body: Input<typeof customizationApi.updateTheme>['body']): Promise<Theme> => {
  await lock(tx, 'customization')
  const before = await mustFind(tx, id)
  const name = body.name ?? before.name
  const colors = body.colors ? stored(body.colors) : before.colors
  if (name === before.name && colors === before.colors) return toTheme(before)
  // A theme that is older than a predefined one of its name keeps the name.
  if (name !== before.name) mustNotBePredefined(name)
  await rows.updateTheme(tx, id, { name, colors })
  await writeAudit(tx, ctx, {
    action: 'customization.updateTheme',
    targetId: id,
    before: { name: before.name, colors: JSON.parse(before.colors) },
    after: { name, colors: JSON.parse(colors) },
  })
  return toTheme(await mustFind(tx, id))
}

export const updateTheme = async (ctx: Ctx, { params, body }: Input<typeof customizationApi.updateTheme>): Promise<Theme> => {
  try {
    return await ctx.transact((tx) => save(tx, ctx, params.id, body))
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error
  }
}

export const removeTheme = (ctx: Ctx, { params: { id } }: Input<typeof customizationApi.removeTheme>): Promise<void> =>
  ctx.transact(async (tx) => {
    await changeRow(tx, ctx, 'applyTheme', ({ activeTheme }) => (activeTheme === id ? { activeTheme: null } : {}))
    const { name, colors } = await mustFind(tx, id)
    await rows.removeTheme(tx, id)
    await writeAudit(tx, ctx, { action: 'customization.removeTheme', targetId: id, before: { name, colors: JSON.parse(colors) } })
  })

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isStaff } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Palette } from '#contract/theme/palette.ts'
import { defaultTheme, predefinedThemes } from '#contract/theme/predefined.ts'
import { themeCss } from '#contract/theme/themeCss.ts'
import type { DayStarts } from '#server/db/dayStarts.ts'
import type { CustomizationTable } from '#server/db/tables/system.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import type { Customization, customizationApi, Theme } from '../customization.contract.ts'
import { customizationLimits } from '../customization.limits.ts'
import { defaultRules, type HallRules } from '../customization.rules.contract.ts'
import {
  type ChatSettings,
  type Documents,
  defaultChatSettings,
  defaultDocuments,
  defaultHall,
  type Hall,
  type LandingFigure,
  slotFeesOf,
} from '../customization.settings.contract.ts'
import * as rows from './customization.db.ts'
import { isFiguresQuestionOpen, landingOf, storedLandingOf } from './customization.landing.ts'
import { whyNotReachable } from './customization.outside.ts'

type Reading = Pick<Platform, 'db' | 'config'>

/** The row before the first change. */
export const untouched: CustomizationTable = {
  id: 'only',
  systemName: null,
  logoSha256: null,
  logoName: null,
  showLogo: 0,
  logoSize: customizationLimits.logoSizeDefault,
  activeTheme: null,
  landing: null,
  hall: null,
  documents: null,
  chat: null,
  rules: null,
}

const defaultSystemName = 'Library System'

/** Merges the stored values over the defaults, which apply to settings newer than the row. */
const over = <T extends object>(defaults: T, stored: string | null): T => ({ ...defaults, ...(stored === null ? {} : JSON.parse(stored)) })

/** The settings of the hall that the row stores: all but the shifts, which are rows, and all hours at which its day has begun. */
export type StoredHall = Omit<Hall, 'shifts' | 'slotFees' | 'dayStartsAt'> & { dayStarts: DayStarts }
const { shifts: _, slotFees: __, dayStartsAt: ___, ...defaultStored } = defaultHall
export const storedHallOf = ({ hall }: CustomizationTable): StoredHall => over<StoredHall>({ ...defaultStored, dayStarts: [] }, hall)

/** Returns the settings with the hour that was set last instead of all of them. */
export const withDayStart = <H extends { dayStarts?: DayStarts }>({ dayStarts = [], ...hall }: H) => ({
  ...hall,
  dayStartsAt: dayStarts.at(-1)?.hour ?? defaultHall.dayStartsAt,
})

const hallOf = async (db: Db, row: CustomizationTable): Promise<Hall> => {
  const shifts = await hallShifts(db)
  return { ...withDayStart(storedHallOf(row)), slotFees: slotFeesOf(shifts), shifts }
}

export const chatOf = ({ chat }: CustomizationTable): ChatSettings => over(defaultChatSettings, chat)
export const rulesOf = ({ rules }: Pick<CustomizationTable, 'rules'>): HallRules => over(defaultRules, rules)
export const documentsOf = ({ documents }: CustomizationTable): Pick<Documents, 'officeViewer'> =>
  over<Pick<Documents, 'officeViewer'>>(defaultDocuments, documents)

export const toTheme = ({ id, name, colors, creatorId, creatorName }: rows.ThemeRow): Theme => ({
  _id: id,
  name,
  colors: JSON.parse(colors) as Palette,
  createdBy: creatorId === null || creatorName === null ? null : { _id: creatorId, name: creatorName },
})

/** Returns a predefined or custom theme, or undefined. */
export const findTheme = async (db: Db, id: string): Promise<Omit<Theme, 'createdBy'> | undefined> => {
  const predefined = predefinedThemes.find(({ _id }) => _id === id)
  if (predefined) return predefined
  const row = await rows.theme(db, id)
  return row && toTheme(row)
}

type Sheet = { css: string; name: string }

/** Deriving a palette in all modes takes 8 ms, and after a theme change every open screen requests it at once. */
const sheets = new LRUCache<string, Sheet>({ max: 20 })

/** Returns the style sheet of a theme and the part of its address that changes with it. */
export const sheetOf = (colors: Palette): Sheet => {
  const key = JSON.stringify(colors)
  const known = sheets.get(key)
  if (known) return known
  const css = themeCss(colors)
  const sheet = { css, name: hash('sha256', css).slice(0, 16) }
  sheets.set(key, sheet)
  return sheet
}

/** Reads the public customization; in a transaction, including its uncommitted changes. */
export const readCustomization = async (reading: Reading): Promise<Customization> => {
  const customization = await shown(reading, (await rows.row(reading.db)) ?? untouched)
  return { ...customization, hall: { ...customization.hall, boxPurposes: [], closeHour: null } }
}

/** Reads the whole customization, with the settings of the cash box and the Hall rules, which only staff receive. */
export const readForStaff = async (reading: Reading): Promise<Customization> => {
  const row = (await rows.row(reading.db)) ?? untouched
  return { ...(await shown(reading, row)), rules: rulesOf(row) }
}

const shown = async ({ db, config }: Reading, row: CustomizationTable): Promise<Customization> => {
  const { _id, name, colors } = (row.activeTheme === null ? undefined : await findTheme(db, row.activeTheme)) ?? defaultTheme
  return {
    systemName: row.systemName ?? defaultSystemName,
    publicUrl: config.publicUrl ?? null,
    showLogo: row.logoSha256 !== null && row.showLogo === 1,
    logoUrl: row.logoSha256 === null ? null : `/api/customization/logo/${row.logoSha256}`,
    logoName: row.logoName,
    logoSize: row.logoSize,
    activeTheme: { _id, name, colors },
    themeCssUrl: _id === defaultTheme._id ? null : `/theme-${sheetOf(colors).name}.css`,
    landing: landingOf(row),
    hall: await hallOf(db, row),
    documents: { ...documentsOf(row), whyNotOfficeViewer: whyNotReachable(config) },
    chat: chatOf(row),
    ...(config.demo && { demo: config.demo }),
  }
}

/** For other features: the rules for who may message whom. */
export const chatSettings = async (db: Db): Promise<ChatSettings> => chatOf((await rows.row(db)) ?? untouched)

/** For other features: the settings of the hall. Under the `users` lock they cannot change before the transaction ends. */
export const hallSettings = async (db: Db): Promise<Hall> => hallOf(db, (await rows.row(db)) ?? untouched)

export const figures = async ({ db }: Pick<Ctx, 'db'>): Promise<Reply<typeof customizationApi.figures>> => {
  const landing = storedLandingOf((await rows.row(db)) ?? untouched)
  return { figures: landing.figures, isAsked: isFiguresQuestionOpen(landing) }
}

/** For the dashboard: the figures, until they are confirmed as true. */
export const figuresToConfirm = async (db: Db): Promise<LandingFigure[] | null> => {
  const { figures: all, isAsked } = await figures({ db })
  return isAsked ? all : null
}

export const get = (ctx: OpenCtx): Promise<Customization> => (ctx.me && isStaff(ctx.me) ? readForStaff(ctx) : readCustomization(ctx))

export const themes = async ({ db }: Ctx): Promise<Reply<typeof customizationApi.themes>> => ({
  predefined: predefinedThemes.map((theme) => ({ ...theme, createdBy: null })),
  custom: (await rows.allThemes(db)).map(toTheme),
})

export const logo = async ({ db }: OpenCtx, { params: { sha256 } }: Input<typeof customizationApi.logo>): Promise<FileAnswer> => {
  const found = await rows.logo(db, sha256)
  if (!found) throw new AppError(commonErrors.notFound)
  const { logoName, ...content } = found
  return {
    ...content,
    fileName: `${logoName?.replace(/\.\w{1,5}$/, '') || 'logo'}.webp`,
    disposition: 'inline',
    cache: 'immutable',
    isPicture: true,
  }
}

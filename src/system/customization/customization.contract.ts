import * as z from 'zod/mini'
import { demoKinds } from '#contract/demo.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Id, idOr, SystemName, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { pictureErrors } from '#contract/picture.ts'
import { type ColorName, colorNames } from '#contract/theme/palette.ts'
import { dayStartErrors } from './customization.dayStarts.contract.ts'
import { customizationLimits } from './customization.limits.ts'
import { HallRules, HallRulesChange } from './customization.rules.contract.ts'
import {
  ChatSettings,
  ChatSettingsChange,
  Documents,
  DocumentsChange,
  Hall,
  HallChange,
  Landing,
  LandingChange,
  LandingFigure,
  landingErrors,
} from './customization.settings.contract.ts'

const colorMessage = 'Please enter a color such as #3B82F6'
const Color = z.string(colorMessage).check(z.regex(/^#[0-9a-f]{6}$/i, colorMessage))

/** All twelve colors, strictly `#RRGGBB`: they are inserted into a style sheet. */
const Colors = z.object(
  Object.fromEntries(colorNames.map((name) => [name, Color])) as Record<ColorName, typeof Color>,
  'Please choose all twelve colors',
)

export const Theme = z.object({
  _id: Id,
  name: z.string(),
  colors: Colors,
  /** The person who created it; null for a predefined theme and after that person is deleted. */
  createdBy: z.nullable(z.object({ _id: Id, name: z.string() })),
})
export type Theme = z.infer<typeof Theme>

/** Appearance and settings of the hall. Readable without signing in: nothing in it may be secret. */
export const Customization = z.object({
  systemName: z.string(),
  /** The value of `PUBLIC_URL`. Pages show addresses with `usePublicAddress`. */
  publicUrl: z.nullable(z.string()),
  /** Always false without a logo. */
  showLogo: z.boolean(),
  /** A public address that may be cached; null without a logo. */
  logoUrl: z.nullable(z.string()),
  /** The name of the uploaded file. */
  logoName: z.nullable(z.string()),
  /** Height in CSS pixels. */
  logoSize: z.int(),
  activeTheme: z.object({ _id: Id, name: z.string(), colors: Colors }),
  /** The style sheet of the active theme, immutable at this address; null for the default theme, which is part of every page. */
  themeCssUrl: z.nullable(z.string()),
  landing: Landing,
  hall: Hall,
  documents: Documents,
  chat: ChatSettings,
  /** Absent outside of a demo. Pages of a public demo have no links to other sites. */
  demo: z.optional(z.enum(demoKinds)),
  /** What managers may do. Sent to staff only. */
  rules: z.optional(HallRules),
})
export type Customization = z.infer<typeof Customization>

export const customizationErrors = {
  themeMissing: { code: 'customization.theme_missing', status: 400, message: 'This theme does not exist' },
  themeNameTaken: { code: 'customization.theme_name_taken', status: 409, message: 'A theme with this name already exists' },
  tooManyThemes: {
    code: 'customization.too_many_themes',
    status: 409,
    message: `There can be at most ${customizationLimits.customThemes} custom themes`,
  },
  noLogo: { code: 'customization.no_logo', status: 409, message: 'There is no logo to show. Please upload one' },
  seatsTaken: {
    code: 'customization.seats_taken',
    status: 409,
    message: 'Some of these seats are taken',
    text: ({ taken, more }: { taken: readonly { seat: number; name: string }[]; more: number }) => {
      const named = taken.map(({ seat, name }) => `seat ${seat} (${name || 'a visitor'})`).join(', ')
      return `Taken: ${named}${more > 0 ? ` and ${more} more` : ''}. Please free them first`
    },
  },
  dayBegun: {
    code: 'customization.day_begun',
    status: 409,
    message: 'The new day has already begun',
    text: ({ hour }: { hour: number }) =>
      `The new day has already begun. You can choose ${String(hour).padStart(2, '0')}:00 after ${String(hour).padStart(2, '0')}:00 today.`,
  },
} satisfies Errors

const { themeMissing, themeNameTaken, tooManyThemes, noLogo, seatsTaken, dayBegun } = customizationErrors

const themeName = text({ max: customizationLimits.themeName, required: 'Theme name is required' })
const logoSizeMessage = `Logo size must be from ${customizationLimits.logoSizeMin} to ${customizationLimits.logoSizeMax} in steps of ${customizationLimits.logoSizeStep}`
const LogoSize = z
  .int(logoSizeMessage)
  .check(
    z.minimum(customizationLimits.logoSizeMin, logoSizeMessage),
    z.maximum(customizationLimits.logoSizeMax, logoSizeMessage),
    z.multipleOf(customizationLimits.logoSizeStep, logoSizeMessage),
  )

/** Every change returns the whole customization; creating or updating a theme returns the theme. */
const whole = { access: 'admin', changes: ['customization'], reply: Customization } as const

export const customizationApi = {
  get: endpoint({
    method: 'GET',
    path: '/customization',
    access: 'anyone',
    recognizes: true,
    shows: ['customization'],
    summary: 'Name, logo, active theme and settings of the hall; staff also get the Hall rules',
    reply: Customization,
  }),
  themes: endpoint({
    method: 'GET',
    path: '/customization/themes',
    access: 'admin',
    shows: ['customization', 'users'],
    summary: 'All themes',
    reply: z.object({ predefined: z.array(Theme), custom: z.array(Theme) }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/customization/figures',
    access: 'admin',
    shows: ['customization'],
    summary: 'The four figures of the landing page, hidden ones too, and whether nobody has yet said that they are true',
    reply: z.object({ figures: z.array(LandingFigure), isAsked: z.boolean() }),
  }),
  logo: endpoint({
    method: 'GET',
    path: '/customization/logo/:sha256',
    access: 'anyone',
    shows: [],
    summary: 'The current logo; 404 after it is replaced',
    params: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    stream: true,
  }),
  uploadLogo: endpoint({
    ...whole,
    method: 'POST',
    path: '/customization/logo',
    summary: 'Replaces the logo and shows it',
    form: {
      file: {
        field: 'logo',
        maxBytes: limits.pictureBytes,
        required: pictureErrors.notPicture.message,
        tooLarge: 'Logo file size must be less than 5MB',
      },
    },
    body: z.optional(z.object({})),
    rate: 'upload',
    errors: pictureErrors,
  }),
  removeLogo: endpoint({ ...whole, method: 'DELETE', path: '/customization/logo', summary: 'Deletes the logo' }),
  updateLogoSize: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/logo/size',
    summary: `Sets the height of the logo: ${customizationLimits.logoSizeMin} to ${customizationLimits.logoSizeMax} CSS pixels in steps of ${customizationLimits.logoSizeStep}`,
    body: z.object({ logoSize: LogoSize }),
  }),
  toggleLogo: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/logo/toggle',
    summary: 'Shows or hides the logo',
    body: z.object({ showLogo: z.boolean('Please choose yes or no') }),
    errors: { noLogo },
  }),
  updateSystemName: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/system-name',
    summary: 'Renames the hall',
    body: z.object({ systemName: SystemName }),
  }),
  applyTheme: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/theme',
    summary: 'Activates a predefined or custom theme',
    body: z.object({ themeId: idOr(themeMissing.message) }),
    errors: { themeMissing },
  }),
  createTheme: endpoint({
    method: 'POST',
    path: '/customization/themes/custom',
    access: 'admin',
    changes: ['customization'],
    summary: `Creates a custom theme; there can be ${customizationLimits.customThemes}`,
    body: z.object({ name: themeName, colors: Colors }),
    reply: Theme,
    status: 201,
    errors: { themeNameTaken, tooManyThemes },
  }),
  updateTheme: endpoint({
    method: 'PUT',
    path: '/customization/themes/custom/:id',
    access: 'admin',
    changes: ['customization'],
    summary: 'Changes a custom theme; omitted fields stay unchanged',
    params: byId,
    body: z.object({ name: z.optional(themeName), colors: z.optional(Colors) }),
    reply: Theme,
    errors: { themeNameTaken },
  }),
  removeTheme: endpoint({
    method: 'DELETE',
    path: '/customization/themes/custom/:id',
    access: 'admin',
    changes: ['customization'],
    summary: 'Deletes a custom theme; if it is active, the default theme is activated',
    params: byId,
  }),
  updateLanding: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/landing',
    summary: 'Changes what the landing page says; omitted fields stay unchanged',
    body: LandingChange,
    errors: landingErrors,
  }),
  updateHall: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/hall',
    // Every figure of today is another one if the day begins at another hour.
    changes: ['customization', 'fees', 'users', 'visits'],
    summary:
      'Changes the hall; omitted fields stay unchanged; seats that are taken cannot be removed, and `dayStartsAt` cannot make it yesterday again',
    body: HallChange,
    errors: { seatsTaken, dayBegun, ...dayStartErrors },
  }),
  updateDocuments: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/documents',
    summary: 'Chooses the external viewer of office files',
    body: DocumentsChange,
  }),
  updateChat: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/chat',
    summary: 'Changes whom students may write to, and whether people see who is online; omitted fields stay unchanged',
    body: ChatSettingsChange,
  }),
  updateRules: endpoint({
    ...whole,
    method: 'PUT',
    path: '/customization/rules',
    access: 'superadmin',
    summary:
      'Changes the Hall rules, which say what managers may do. A preset sets every rule, and a rule sent beside it counts over it. `managersRefundUpTo` is in rupees: 0 is no refund, null is any amount.',
    body: HallRulesChange,
  }),
}

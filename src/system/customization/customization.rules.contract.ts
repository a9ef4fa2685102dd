import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Rupees } from '#contract/money.ts'

/** Rules that can be turned on and off. */
export const ruleSwitches = ['managersVoid', 'managersConcede', 'managersRenew', 'managersReset'] as const
export type RuleSwitch = (typeof ruleSwitches)[number]

export const rulePresets = ['simple', 'standard', 'strict'] as const
export const RulePreset = z.enum(rulePresets, 'Please choose Simple, Standard or Strict')
export type RulePreset = z.infer<typeof RulePreset>

/** What managers may do. Admins and superadmins may always. */
export const HallRules = z.object({
  /** The preset with these values; null if the hall has chosen its own. */
  preset: z.nullable(RulePreset),
  /** Void payments and refunds, and mark fees as unpaid. */
  managersVoid: z.boolean(),
  /** The highest refund a manager may make, in rupees: 0 allows none, null allows any amount. */
  managersRefundUpTo: z.nullable(z.number()),
  /** Lower or waive a fee, set a monthly fee that differs from the hall's, and record months as already paid. */
  managersConcede: z.boolean(),
  /** Renew the membership of students. */
  managersRenew: z.boolean(),
  /** Create a one-time link with which a student sets a new password. */
  managersReset: z.boolean(),
})
export type HallRules = z.infer<typeof HallRules>
export type RuleValues = Omit<HallRules, 'preset'>

const all: RuleValues = {
  managersVoid: true,
  managersRefundUpTo: null,
  managersConcede: true,
  managersRenew: true,
  managersReset: true,
}

/** Standard allows what managers could do before rules existed, plus renewals and password resets, which currently equals Simple. */
export const presetValues: Record<RulePreset, RuleValues> = {
  simple: all,
  standard: all,
  strict: { ...all, managersVoid: false, managersRefundUpTo: 0, managersConcede: false },
}

export const defaultRules: HallRules = { preset: 'standard', ...presetValues.standard }

const Switch = z.optional(z.boolean('Please choose yes or no'))

/** A preset sets every rule; a rule sent with it takes precedence. Rules that are left out do not change. */
export const HallRulesChange = z.object({
  preset: z.optional(z.nullable(RulePreset)),
  managersVoid: Switch,
  managersRefundUpTo: z.optional(z.nullable(Rupees)),
  managersConcede: Switch,
  managersRenew: Switch,
  managersReset: Switch,
})
export type HallRulesChange = z.infer<typeof HallRulesChange>

const notAllowed = (what: string, code: string) =>
  ({ code: `customization.${code}`, status: 403, message: `Managers cannot ${what} in this hall. Please ask an admin.` }) as const

export const ruleErrors = {
  managersVoid: notAllowed('void payments or refunds', 'no_void'),
  managersRefundUpTo: notAllowed('pay refunds', 'no_refund'),
  managersConcede: notAllowed('lower fees', 'no_concession'),
  managersRenew: notAllowed('renew memberships', 'no_renewal'),
  managersReset: notAllowed('make links for new passwords', 'no_reset'),
} satisfies Errors & Record<keyof RuleValues, unknown>

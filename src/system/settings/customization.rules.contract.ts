import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Rupees } from '#contract/money.ts'

/** The rules that can be switched on and off. */
export const ruleSwitches = ['managersVoid', 'managersConcede', 'managersRenew', 'managersReset'] as const
export type RuleSwitch = (typeof ruleSwitches)[number]

export const rulePresets = ['simple', 'standard', 'strict'] as const
export const RulePreset = z.enum(rulePresets, 'Please choose Simple, Standard or Strict')
export type RulePreset = z.infer<typeof RulePreset>

/** What managers may do. Admins and superadmins may always. */
export const HallRules = z.object({
  /** The preset whose values these are; null where the hall has chosen its own. */
  preset: z.nullable(RulePreset),
  /** Void payments and refunds, and mark fees as unpaid. */
  managersVoid: z.boolean(),
  /** The most that one refund of a manager may be, in rupees: 0 is no refund, null is any amount. */
  managersRefundUpTo: z.nullable(z.number()),
  /** Lower or waive a fee, set a monthly fee other than the hall's, and say that months were paid already. */
  managersConcede: z.boolean(),
  /** Renew the membership of students. */
  managersRenew: z.boolean(),
  /** Make a one-time link with which a student sets a new password. */
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

/** Standard is what managers could do before there were rules, with renewing and resetting, so today it allows what Simple does. */
export const presetValues: Record<RulePreset, RuleValues> = {
  simple: all,
  standard: all,
  strict: { ...all, managersVoid: false, managersRefundUpTo: 0, managersConcede: false },
}

export const defaultRules: HallRules = { preset: 'standard', ...presetValues.standard }

const Switch = z.optional(z.boolean('Please choose yes or no'))

/** A preset sets every rule; a rule that is sent beside it counts over it. What is left out stays as it is. */
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

import type { RulePreset, RuleSwitch } from './customization.rules.contract.ts'

/** The words of the section Hall rules. */
export const hallRulesEn = {
  title: 'Hall rules',
  about: 'What managers may do. Admins and superadmins may always do these things. Every change is recorded in the audit.',
  readOnly: 'Only a superadmin can change these rules.',
  preset: 'Preset',
  presets: {
    simple: { name: 'Simple', means: 'Managers may do everything below.' },
    standard: { name: 'Standard', means: 'Managers void, refund, lower fees, renew and make links for new passwords.' },
    strict: { name: 'Strict', means: 'Managers only renew and make links for new passwords. An admin does the rest.' },
    own: { name: 'Your own', means: 'The rules below differ from every preset.' },
  } satisfies Record<RulePreset | 'own', { name: string; means: string }>,
  switches: {
    managersVoid: {
      name: 'Managers may void',
      on: 'Managers can void payments and refunds, and mark fees as unpaid.',
      off: 'Only admins can void payments and refunds, and mark fees as unpaid.',
    },
    managersConcede: {
      name: 'Managers may lower fees',
      on: 'Managers can lower or waive fees, and enter another monthly fee or “Paid up to”. Each one is listed in To check.',
      off: 'Only admins can lower or waive fees, and enter another monthly fee or “Paid up to”.',
    },
    managersRenew: {
      name: 'Managers may renew',
      on: 'Managers can set the last day of students.',
      off: 'Only admins can set the last day of students.',
    },
    managersReset: {
      name: 'Managers may reset passwords',
      on: 'Managers can make a one-time link with which a student sets a new password.',
      off: 'Only admins can make a one-time link with which a student sets a new password.',
    },
  } satisfies Record<RuleSwitch, { name: string; on: string; off: string }>,
  refund: {
    name: 'Largest refund a manager may make (₹)',
    hint: (most: number | null) => {
      if (most === null) return 'Empty: managers can refund any amount.'
      return most === 0 ? '0: managers cannot refund.' : 'Only admins can make larger refunds.'
    },
  },
}

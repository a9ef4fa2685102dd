import { formatsFor } from '#contract/format.ts'
import { auditActions, auditKinds } from './audit.actions.contract.ts'
import { auditFields } from './audit.fields.contract.ts'

const { plural, number } = formatsFor('en-IN')

/** The words of the audit screen. */
export const auditEn = {
  title: 'Audit',
  list: 'Changes',
  loadFailed: 'Failed to load the audit',
  filters: {
    person: 'Person',
    everybody: 'Everybody',
    kind: 'Kind of change',
    everything: 'Everything',
    allOf: (kind: string) => `${kind}: all changes`,
    from: 'From',
    to: 'To',
    clear: 'Clear filters',
  },
  columns: { at: 'When', who: 'Who', what: 'What was done', changes: 'Changes' },
  program: 'Carrel itself',
  showOf: (name: string) => `Show only changes by ${name}`,
  concerning: (name: string) => `“${name}”`,
  nothing: 'No details',
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  more: (n: number) => plural(n, { one: 'Show 1 more field', other: `Show ${number(n)} more fields` }),
  less: 'Show fewer fields',
  values: {
    yes: 'Yes',
    no: 'No',
    file: 'A file',
    blank: 'blank',
    everyone: 'Everyone',
    items: (n: number) => plural(n, { one: '1 entry', other: `${number(n)} entries` }),
  },
  empty: { title: 'Nothing yet', hint: 'Changes to people, money and settings appear here.' },
  noMatch: { title: 'No changes found', hint: 'Try other filters.' },
  kinds: auditKinds,
  actions: auditActions,
  fields: auditFields,
}

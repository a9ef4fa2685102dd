import { formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')
const thoughts = (n: number): string => plural(n, { one: '1 thought', other: `${number(n)} thoughts` })

/** The words of Manage Thoughts of the Day. */
export const thoughtsEn = {
  title: 'Manage Thoughts of the Day',
  about: 'Students see one thought a day on their dashboard.',
  add: 'Add Thought',
  bulkImport: 'Bulk Import',
  today: {
    title: "Today's Thought",
    none: 'None is active. Students see a default sentence.',
    loadFailed: "Today's thought could not be loaded.",
    retry: 'Try again',
    badge: 'Today',
    by: (author: string) => `— ${author}`,
  },
  list: {
    title: (n: number) => `All Thoughts (${number(n)})`,
    about: 'Active thoughts rotate daily',
    label: 'All thoughts',
    active: 'Active',
    inactive: 'Inactive',
    activate: (name: string) => `Activate ${name}`,
    deactivate: (name: string) => `Deactivate ${name}`,
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Delete ${name}`,
  },
  loadFailed: 'Failed to load thoughts',
  empty: { title: 'No thoughts yet', hint: 'Add a thought, or import many at once.' },
  form: {
    title: 'Add Thought',
    editTitle: 'Edit Thought',
    thought: 'Thought',
    author: 'Author',
    authorHint: 'Leave empty if unknown.',
    submit: 'Add Thought',
    submitting: 'Adding…',
    save: 'Save',
    saving: 'Saving…',
    failed: 'Failed to save thought',
  },
  added: 'Thought added successfully',
  updated: 'Thought updated successfully',
  activated: 'Thought activated successfully',
  deactivated: 'Thought deactivated successfully',
  updateFailed: 'Failed to update thought',
  reordered: 'Thoughts reordered successfully',
  reorderFailed: 'Failed to reorder thoughts',
  deletion: {
    title: 'Delete thought',
    text: 'Are you sure you want to delete this thought?',
    confirm: 'Delete',
    failed: 'Failed to delete thought',
    done: 'Thought deleted successfully',
  },
  importing: {
    title: 'Bulk Import',
    text: 'Thoughts',
    hint: 'One thought per line. To name the author, write: "thought" - author',
    anonymous: 'Anonymous',
    empty: 'Please enter thoughts to import',
    tooMany: (max: number) => `Please import at most ${thoughts(max)} at a time`,
    preview: (n: number) => `Preview: ${thoughts(n)}`,
    more: (n: number) => `and ${number(n)} more`,
    line: (line: number, problem: string) => `Line ${number(line)}: ${problem}`,
    badLines: (n: number) =>
      plural(n, {
        one: 'One line cannot be imported. Please correct it.',
        other: `${number(n)} lines cannot be imported. Please correct them.`,
      }),
    submit: 'Import',
    submitting: 'Importing…',
    failed: 'Failed to import thoughts',
    done: (n: number) => `Successfully imported ${thoughts(n)}`,
  },
}

import { formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')
const people = (n: number) => plural(n, { one: '1 person', other: `${number(n)} people` })

/** The words of group administration, in Chat Monitoring. */
export const groupsEn = {
  create: 'Create Group',
  form: {
    createTitle: 'Create Group',
    editTitle: 'Rename Group',
    name: 'Name',
    description: 'Description',
    announcementHint: 'Only admins can post in a group named Announcement, even if you rename it later.',
    postPolicyHint: 'Only admins can post in this group. A new name does not change that.',
    people: 'Members',
    peopleHint: 'You are a member too. You can add and remove people later.',
    submitCreate: 'Create Group',
    submitEdit: 'Save',
    submitting: 'Saving…',
    createFailed: 'Failed to create the group',
    editFailed: 'Failed to save the group',
    created: 'Group created',
    saved: 'Group saved',
  },
  deletion: {
    title: 'Delete group',
    text: (name: string) =>
      `Delete “${name}” for everybody? All its messages and files are deleted too, except flagged and reported ones. This cannot be undone.`,
    confirm: 'Delete',
    failed: 'Failed to delete the group',
    done: 'Group deleted',
  },
  picker: {
    search: 'Search people by name, email or phone',
    role: 'Role',
    everyRole: 'All roles',
    slot: 'Shift',
    everySlot: 'All shifts',
    chosen: (n: number) => (n === 0 ? 'Nobody chosen' : `${people(n)} chosen`),
    clear: 'Clear',
    addAll: (n: number) => `Choose all ${number(n)} shown`,
    found: 'People you can choose',
    nobody: 'Nobody found',
    loadFailed: 'Failed to load people',
  },
  members: {
    title: (name: string) => `Members of ${name}`,
    label: 'Members',
    list: (n: number) => `Members (${number(n)})`,
    add: 'Add people',
    search: 'Search members',
    nobody: 'Nobody found',
    none: 'This group has no members.',
    everybody: 'Everybody with an account is a member of this group.',
    loadFailed: 'Failed to load members',
    remove: (name: string) => `Remove ${name}`,
    removal: {
      title: 'Remove member',
      text: (name: string) => `Remove ${name} from this group? They can no longer read or write here.`,
      confirm: 'Remove',
      failed: 'Failed to remove the member',
      done: 'Member removed',
    },
    submit: (n: number) => (n === 0 ? 'Add' : `Add ${people(n)}`),
    adding: 'Adding…',
    addFailed: 'Failed to add people',
    added: 'People added',
  },
}

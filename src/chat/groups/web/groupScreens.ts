import { lazyScreen } from '#web/shell/screen.ts'
import type { Group } from './GroupDialog.tsx'

type OfGroup = { group: Group; onClose: () => void }

/** The dialogs of group administration are loaded after the page that opens them. */
export const CreateGroupScreen = lazyScreen<{ onClose: () => void; onCreated: (id: string) => void }>(
  async () => (await import('./GroupDialog.tsx')).CreateGroupDialog,
)
export const EditGroupScreen = lazyScreen<OfGroup>(async () => (await import('./GroupDialog.tsx')).EditGroupDialog)
export const GroupMembersScreen = lazyScreen<OfGroup>(async () => (await import('./MembersDialog.tsx')).MembersDialog)

export const loadGroupDialogs = async (): Promise<void> => {
  for (const screen of [CreateGroupScreen, EditGroupScreen, GroupMembersScreen]) await screen.load()
}

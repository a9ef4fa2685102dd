import { lazyScreen } from '#web/shell/screen.ts'
import type { MembersProps } from './conversation/MembersDialog.tsx'
import type { MutingProps } from './list/MutingDialog.tsx'

/** What opens over the list of conversations is fetched after it. */
export const MembersScreen = lazyScreen<MembersProps>(async () => (await import('./conversation/MembersDialog.tsx')).MembersDialog)
export const MutingScreen = lazyScreen<MutingProps>(async () => (await import('./list/MutingDialog.tsx')).MutingDialog)
export const SettingsScreen = lazyScreen<{ onClose: () => void }>(
  async () => (await import('./notifications/ChatSettingsDialog.tsx')).ChatSettingsDialog,
)

export const loadChatDialogs = async (): Promise<void> => {
  for (const screen of [MembersScreen, MutingScreen, SettingsScreen]) await screen.load()
}

import { lazyScreen } from '#web/shell/screen.ts'
import type { MembersProps } from './conversation/MembersDialog.tsx'
import type { HitsProps } from './list/MessageHits.tsx'
import type { MutingProps } from './list/MutingDialog.tsx'
import type { PeopleResultsProps } from './list/PeopleResults.tsx'

/** Dialogs over the list and search results are loaded after the list. */
export const MessageHitsScreen = lazyScreen<HitsProps>(async () => (await import('./list/MessageHits.tsx')).MessageHits)
export const PeopleResultsScreen = lazyScreen<PeopleResultsProps>(async () => (await import('./list/PeopleResults.tsx')).PeopleResults)
export const MembersScreen = lazyScreen<MembersProps>(async () => (await import('./conversation/MembersDialog.tsx')).MembersDialog)
export const MutingScreen = lazyScreen<MutingProps>(async () => (await import('./list/MutingDialog.tsx')).MutingDialog)
export const SettingsScreen = lazyScreen<{ onClose: () => void }>(
  async () => (await import('./notifications/ChatSettingsDialog.tsx')).ChatSettingsDialog,
)

export const loadChatDialogs = async (): Promise<void> => {
  for (const screen of [MessageHitsScreen, PeopleResultsScreen, MembersScreen, MutingScreen, SettingsScreen]) await screen.load()
}

import { Pencil, Settings2, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import type { Group } from '#chat/groups/web/GroupDialog.tsx'
import { EditGroupScreen, GroupMembersScreen } from '#chat/groups/web/groupScreens.ts'
import { useAskAndRemoveGroup } from '#chat/groups/web/useAskAndRemoveGroup.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menuProps.ts'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'

/** Rename, members, delete. A built-in group cannot be deleted. */
export const GroupMenu = ({ group, onRemoved }: { group: Group; onRemoved: () => void }) => {
  const words = useWords(moderationEn).pane
  const [shown, setShown] = useState<'edit' | 'members'>()
  const remove = useAskAndRemoveGroup(onRemoved)
  const close = () => setShown(undefined)
  const entries: MenuEntry[] = [
    { key: 'members', label: words.members, icon: <Users />, onAction: () => setShown('members') },
    { key: 'edit', label: words.rename, icon: <Pencil />, onAction: () => setShown('edit') },
    ...(group.builtIn === null
      ? [{ key: 'remove', label: words.remove, icon: <Trash2 />, isDanger: true, onAction: () => void remove(group) }]
      : []),
  ]
  const trigger = (
    <IconButton label={words.group}>
      <Settings2 />
    </IconButton>
  )
  return (
    <>
      <Menu label={words.group} trigger={trigger} entries={entries} />
      {shown === 'edit' && <Embed screen={EditGroupScreen} group={group} onClose={close} />}
      {shown === 'members' && <Embed screen={GroupMembersScreen} group={group} onClose={close} />}
    </>
  )
}

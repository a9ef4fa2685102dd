import { Ban, BellRing, EllipsisVertical, Mail, MailOpen, UserRoundCheck, Users } from 'lucide-react'
import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menuProps.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { ChatPerson, Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { MembersScreen, MutingScreen } from '../chatDialogs.ts'
import { isUnread, otherOf } from '../conversationFacts.ts'
import { useBlock, useUnblock } from '../conversations.queries.ts'
import { useBlockedIds } from '../useBlockedIds.ts'
import { useOpenConversation } from '../useOpenConversation.ts'
import { useRelearn } from '../useRelearn.ts'

/** Blocks or unblocks a person; asks before blocking. */
const useBlocking = () => {
  const words = useWords(chatEn).menu
  const relearn = useRelearn()
  const told = (text: string, personId: string) => {
    toast.success(text)
    relearn(personId)
  }
  const blocked = useBlockedIds()
  const [block, unblock] = [useBlock(), useUnblock()]
  return (person: ChatPerson): MenuEntry => {
    const params = { id: person._id }
    if (blocked.has(person._id)) {
      const onSuccess = () => told(words.unblocked(person.name), person._id)
      return { key: 'unblock', label: words.unblock, icon: <UserRoundCheck />, onAction: () => unblock.mutate({ params }, { onSuccess }) }
    }
    const ask = async () => {
      const question = { title: words.blockTitle(person.name), text: words.blockText, confirm: words.blockConfirm, isDanger: true }
      if (await confirm(question)) block.mutate({ params }, { onSuccess: () => told(words.blocked(person.name), person._id) })
    }
    return { key: 'block', label: words.block, icon: <Ban />, isDanger: true, onAction: () => void ask() }
  }
}

/** Marking an open conversation as unread closes it, since an open one counts as read. */
const useMarking = (conversation: Conversation): MenuEntry => {
  const words = useWords(chatEn).menu
  const { client } = useChat()
  const { openId, close } = useOpenConversation()
  if (isUnread(conversation)) {
    const onAction = () => client.markRead(conversation._id, conversation.lastSeq)
    return { key: 'read', label: words.markRead, icon: <MailOpen />, onAction }
  }
  const mark = async () => {
    if (openId === conversation._id) close()
    const of = `chat.markUnread ${conversation._id}`
    await client.markUnread(conversation._id).then(
      () => toast.settled(of),
      (error) => toast.error(errorText(error, words.markUnreadFailed), { of }),
    )
  }
  return { key: 'unread', label: words.markUnread, icon: <Mail />, onAction: () => void mark() }
}

/** The menu of a conversation. */
export const ConversationMenu = ({ conversation }: { conversation: Conversation }) => {
  const words = useWords(chatEn).menu
  const [dialog, setDialog] = useState<'muting' | 'members'>()
  const other = otherOf(conversation, useChat().me)
  const blocking = useBlocking()
  const marking = useMarking(conversation)
  const entries: MenuEntry[] = [
    marking,
    { key: 'muting', label: words.notifications, icon: <BellRing />, onAction: () => setDialog('muting') },
    ...(conversation.type === 'group'
      ? [{ key: 'members', label: words.members, icon: <Users />, onAction: () => setDialog('members') }]
      : []),
    ...(other ? [blocking(other)] : []),
  ]
  const trigger = (
    <IconButton label={words.open(conversation.name)}>
      <EllipsisVertical />
    </IconButton>
  )
  return (
    <>
      <Menu label={words.label} trigger={trigger} entries={entries} />
      {dialog === 'muting' && <Embed screen={MutingScreen} conversation={conversation} onClose={() => setDialog(undefined)} />}
      {dialog === 'members' && <Embed screen={MembersScreen} conversation={conversation} onClose={() => setDialog(undefined)} />}
    </>
  )
}

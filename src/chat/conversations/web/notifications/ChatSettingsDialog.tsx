import { useState } from 'react'
import { useStore } from '#web/api/store.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { useChat } from '../chatContext.ts'
import { useChatSlots } from '../chatSlots.ts'
import { useBlocks, useUnblock } from '../conversations.queries.ts'
import { Person } from '../Person.tsx'
import { useRelearn } from '../useRelearn.ts'
import { hindrance, show, want, wantedNotifications } from './permission.ts'

/** The browser asks for permission only after a press, and an example notification follows. */
const NotificationSwitch = () => {
  const words = useWords(chatEn).notifications
  const { me } = useChat()
  const isOn = useStore(wantedNotifications) === me._id
  const [why, setWhy] = useState(hindrance)
  const change = async (on: boolean) => {
    if (!on) return want(null)
    if ((await Notification.requestPermission()) !== 'granted') return setWhy(hindrance())
    if (!show(words.on, { tag: 'chat' })) return setWhy('missing')
    want(me._id)
  }
  return (
    <SwitchField
      label={words.desktop}
      hint={why ? words[why] : words.hint}
      value={isOn && !why}
      isDisabled={why !== undefined}
      onChange={(on) => void change(on)}
    />
  )
}

const BlockedPeople = () => {
  const words = useWords(chatEn)
  const blocks = useBlocks()
  const unblock = useUnblock()
  const relearn = useRelearn()
  return (
    <section aria-labelledby="blocked-people" className="border-line border-t pt-4">
      <h3 id="blocked-people" className="mb-1 font-medium">
        {words.notifications.blockedPeople}
      </h3>
      <Loaded of={blocks} skeleton={<ListSkeleton rows={2} />} failed={words.notifications.blocksFailed}>
        {() => (
          <ul>
            {blocks.items.length === 0 && <li className="text-muted">{words.notifications.nobodyBlocked}</li>}
            {blocks.items.map((person) => (
              <li key={person._id} className="flex min-h-14 flex-wrap items-center gap-3 py-2">
                <Person person={person} />
                <Button
                  isPending={unblock.isPending}
                  onPress={() => unblock.mutate({ params: { id: person._id } }, { onSuccess: () => relearn(person._id) })}
                >
                  {words.menu.unblock}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

/** The settings of chat on this device, and the blocked people. */
export const ChatSettingsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={useWords(chatEn).notifications.title} isOpen onClose={onClose}>
    <div className="flex flex-col gap-4 pt-2">
      <NotificationSwitch />
      <Embed screen={useChatSlots().settings} />
      <BlockedPeople />
    </div>
  </Dialog>
)

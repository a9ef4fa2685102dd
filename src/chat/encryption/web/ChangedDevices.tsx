import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OpenDialog } from './dialogProps.ts'
import { useEncryptionAction } from './encryption.queries.ts'
import type { ConversationEncryption, PersonNews } from './encryption.ts'
import { areCounted, isGrave, useNewsLines } from './news.ts'
import { useOtherName } from './people.ts'
import { useUsedHere } from './usedHere.ts'
import { useEncryption } from './useEncryption.ts'

type Changed = { conversation: Conversation; state: ConversationEncryption; onGo: (next: OpenDialog) => void }

/** Returns the news to show, without own devices that the person has confirmed here, unless sending waits for them. */
const useShown = ({ news, cannotSend }: ConversationEncryption): readonly PersonNews[] => {
  const userId = useSession()?.user._id ?? ''
  const { answered } = useUsedHere(userId)
  if (cannotSend === 'devicesChanged') return news
  const isAnswered = (each: PersonNews) =>
    each.userId === userId && !isGrave(each) && each.devices.length > 0 && each.devices.every(({ deviceId }) => answered.includes(deviceId))
  return news.filter((each) => !isAnswered(each))
}

/** Shows what changed about members. In a verified chat, nothing is sent until the person has decided. */
export const ChangedDevices = ({ conversation, state, onGo }: Changed) => {
  const words = useWords(encryptionEn).news
  const encryption = useEncryption()
  const name = useOtherName(conversation)
  const shown = useShown(state)
  const lines = useNewsLines(conversation)(shown)
  // Accepts only what was on the screen when the button was pressed, even if more has changed since.
  const accept = useEncryptionAction((seen: readonly PersonNews[]) => encryption.acceptNews(conversation._id, seen), {
    failure: words.failed,
    onChanged: () => encryption.invalidateKeys(conversation._id),
  })
  const waits = state.cannotSend === 'devicesChanged'
  if (lines.length === 0 && !waits) return null
  return (
    <Notice tone={waits || shown.some(isGrave) ? 'warning' : 'info'}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {waits && (
        <p className={lines.length > 0 ? 'mt-2' : ''}>
          {lines.length === 0 && `${words.verified(name)} `}
          {words.waits}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {conversation.type === 'private' && (
          <Button onPress={() => onGo({ name: 'safety', conversation })}>{waits ? words.compareShort : words.compare}</Button>
        )}
        {areCounted(shown) && <Button onPress={() => onGo({ name: 'about', conversation })}>{words.showAll}</Button>}
        <Button variant={waits ? 'secondary' : 'quiet'} isPending={accept.isPending} onPress={() => accept.mutate(shown)}>
          {waits ? words.send : words.dismiss}
        </Button>
      </div>
    </Notice>
  )
}

import { ArrowLeftRight, CalendarPlus, Ellipsis, MessageCircle, Pencil, Trash2, Wallet } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { dialable, messageLink } from '#contract/phone.ts'
import { today } from '#web/api/timeZone.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../../users.en.ts'
import { useAskAndRemove } from '../useAskAndRemove.tsx'
import { useUserSlots } from '../userSlots.ts'
import { movingAddress } from '../useUsersView.ts'
import { endOf } from './endOf.ts'
import { PanelAction } from './PanelAction.tsx'
import type { ContentProps } from './panelForm.ts'
import { useRights } from './useRights.ts'

/** The number of actions in the row; the rest is behind More. */
const SHOWN = 4

/** Whichever actions a person has, the first four are shown. The others follow after a press, which focuses the first of them. */
const FewActions = ({ children }: { children: ReactNode }) => {
  const words = useWords(usersEn).person
  const row = useRef<HTMLDivElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const showAll = () => {
    flushSync(() => setShowsAll(true))
    const next = row.current?.children[SHOWN]
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <div
      ref={row}
      className={`-mx-1 grid grid-cols-[repeat(auto-fill,minmax(3.75rem,1fr))] gap-1 empty:hidden ${showsAll ? '' : '[&>:last-child:not(:nth-child(n+6))]:hidden [&>:nth-child(n+5):not(:last-child)]:hidden'}`}
    >
      {children}
      {!showsAll && <PanelAction icon={<Ellipsis aria-hidden="true" />} label={words.more} isExpanded={false} onPress={showAll} />}
    </div>
  )
}

/** The actions on a person: the most urgent as the filled button, the rest in a row. */
export const PanelActions = ({ user, onOpen, onClose }: ContentProps) => {
  const words = useWords(usersEn)
  const rights = useRights(user)
  const { resetLink, panelActions = [] } = useUserSlots()
  const isStudent = user.role === 'student'
  const remove = useAskAndRemove(onClose)
  const navigate = useNavigate()
  const number = isStudent ? dialable(user.phone) : undefined
  const renew = { icon: <CalendarPlus aria-hidden="true" />, label: words.person.renew, onPress: () => onOpen({ kind: 'renew', user }) }
  const pay = { icon: <Wallet aria-hidden="true" />, label: words.person.pay, onPress: () => onOpen({ kind: 'pay', user }) }
  const offered = [...(rights.pays ? [pay] : []), ...(rights.renews ? [renew] : [])]
  const needsRenewal = rights.renews && endOf(user.terminationDate, today()) !== 'until'
  const first = needsRenewal ? renew : offered[0]
  return (
    <section aria-label={words.person.actions} className="flex flex-col gap-3 empty:hidden">
      {first && (
        <Button variant="primary" icon={first.icon} onPress={first.onPress} className="w-full">
          {first.label}
        </Button>
      )}
      <FewActions>
        {offered
          .filter((one) => one !== first)
          .map((one) => (
            <PanelAction key={one.label} {...one} />
          ))}
        {number && (
          <PanelAction
            icon={<MessageCircle aria-hidden="true" />}
            label={words.person.whatsapp}
            href={messageLink('whatsapp', number, '')}
          />
        )}
        {rights.moves && (
          <PanelAction
            icon={<ArrowLeftRight aria-hidden="true" />}
            label={words.person.moveShort}
            name={words.person.move}
            onPress={() => void navigate(movingAddress(user._id), { replace: true })}
          />
        )}
        {/* biome-ignore lint/suspicious/noArrayIndexKey: the list is the same for as long as the page lives. */}
        {isStudent && panelActions.map((screen, at) => <Embed key={at} screen={screen} user={user} />)}
        {rights.resets && <Embed screen={resetLink} user={user} />}
        {rights.edits && (
          <PanelAction icon={<Pencil aria-hidden="true" />} label={words.edit} onPress={() => onOpen({ kind: 'edit', user })} />
        )}
        {rights.removes && (
          <PanelAction icon={<Trash2 aria-hidden="true" />} label={words.delete} isDanger onPress={() => void remove(user)} />
        )}
      </FewActions>
    </section>
  )
}

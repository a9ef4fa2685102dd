import { useState } from 'react'
import { shownName } from '#contract/shownName.ts'
import { CallError } from '#web/api/callError.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsWide } from '#web/shell/useIsWide.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { usersEn } from '../../users.en.ts'
import { useOpenPerson } from '../useOpenPerson.ts'
import { EditScreen } from '../userScreens.ts'
import { type UserSlots, UserSlotsProvider, useUserSlots } from '../userSlots.ts'
import { useProfile } from '../users.queries.ts'
import { PanelFacts, PanelPicture } from './PanelHead.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { PersonContent } from './PersonContent.tsx'
import type { PanelForm } from './panelForm.ts'
import { SidePanel } from './SidePanel.tsx'

/** Loads the parts of other features, so that the panel opens complete. */
export const preparePanel = async ({ balance, visits, timeline, resetLink, panelActions = [] }: UserSlots): Promise<void> => {
  await Promise.all([balance, visits, timeline, resetLink, ...panelActions].map((screen) => screen?.load()))
}

/** The person in the URL: next to the page, or on a phone in a sheet above it. */
export const PersonPanel = ({ slots = {} }: { slots?: UserSlots }) => {
  const person = useOpenPerson()
  if (!person.id) return null
  return (
    <UserSlotsProvider value={slots}>
      <OpenPerson id={person.id} onClose={person.close} />
    </UserSlotsProvider>
  )
}

const isGone = (error: Error | null): boolean => error instanceof CallError && [400, 404].includes(error.status)

const OpenPerson = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const words = useWords(usersEn).person
  const profile = useProfile(id)
  const isWide = useIsWide()
  const [form, setForm] = useState<PanelForm>()
  const title = profile.data ? shownName(profile.data) : words.title
  const student = profile.data?.role === 'student' ? profile.data : undefined
  const content = isGone(profile.error) ? (
    <EmptyState title={words.gone} hint={words.goneHint} drawing="chair" />
  ) : (
    <Loaded of={profile} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
      {(user) => <PersonContent key={id} user={user} isTitled={isWide} onOpen={setForm} onClose={onClose} />}
    </Loaded>
  )
  return (
    <>
      {isWide ? (
        <SidePanel
          id={id}
          title={title}
          picture={student && <PanelPicture user={student} />}
          facts={student && <PanelFacts user={student} />}
          onClose={onClose}
        >
          {content}
        </SidePanel>
      ) : (
        <Dialog title={title} isOpen onClose={onClose}>
          {content}
        </Dialog>
      )}
      {form && <OpenForm {...form} onClose={() => setForm(undefined)} />}
    </>
  )
}

const OpenForm = ({ kind, user, onClose }: PanelForm & { onClose: () => void }) => {
  const { renew } = useUserSlots()
  if (kind === 'edit') return <Embed screen={EditScreen} user={user} onClose={onClose} />
  if (kind === 'renew') return <Embed screen={renew} user={user} onClose={onClose} />
  return <PaymentDialog user={user} onClose={onClose} />
}

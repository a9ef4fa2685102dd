import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import type { Announcement } from '../announcements.contract.ts'
import { announcementsEn } from '../announcements.en.ts'
import { AddAnnouncementDialog, EditAnnouncementDialog } from './AnnouncementDialog.tsx'
import { AnnouncementTable } from './AnnouncementTable.tsx'
import { useAnnouncements, useRemoveAnnouncement } from './announcements.queries.ts'

type Shown = 'adding' | Announcement

const useAskAndRemove = () => {
  const words = useWords(announcementsEn).deletion
  const { mutate } = useRemoveAnnouncement()
  return useMemo(
    () =>
      async ({ _id }: Announcement) => {
        const { title, text, confirm: yes } = words
        if (await confirm({ title, text, confirm: yes, isDanger: true })) mutate({ params: { id: _id } })
      },
    [words, mutate],
  )
}

/** Manage Announcements: texts for visitors of the landing page. */
export const AnnouncementsPage = () => {
  const words = useWords(announcementsEn)
  const announcements = useAnnouncements()
  const [shown, setShown] = useState<Shown>()
  const list = useKeptFocus<HTMLDivElement>()
  const remove = useAskAndRemove()
  const actions = useMemo(() => ({ edit: setShown, remove: (one: Announcement) => void remove(one) }), [remove])
  const add = (text: string) => (
    <Button variant="primary" icon={<Plus />} isDisabled={!announcements.data} onPress={() => setShown('adding')}>
      {text}
    </Button>
  )
  const close = () => setShown(undefined)
  return (
    <Page
      title={words.title}
      count={{ n: announcements.data?.items.length, said: words.total }}
      about={words.about}
      action={add(words.add)}
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={announcements} skeleton={<TableSkeleton columns={5} />} failed={words.loadFailed}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={words.empty.title} hint={words.empty.hint} drawing="bell" action={add(words.empty.action)} />
            ) : (
              <AnnouncementTable announcements={items} actions={actions} />
            )
          }
        </Loaded>
      </div>
      {shown === 'adding' && <AddAnnouncementDialog onClose={close} />}
      {shown && shown !== 'adding' && <EditAnnouncementDialog announcement={shown} onClose={close} />}
    </Page>
  )
}

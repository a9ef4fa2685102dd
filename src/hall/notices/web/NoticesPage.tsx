import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { manageNoticesEn } from '../notices.manage.en.ts'
import type { Notice } from '../notices.shapes.contract.ts'
import { useNotices, useRemoveNotice } from './managing.queries.ts'
import { AddNoticeDialog, EditNoticeDialog } from './NoticeDialog.tsx'
import { NoticeTable } from './NoticeTable.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'

/** The dialog that is open. */
type Shown = { kind: 'add' } | { kind: 'edit' | 'readers'; notice: Notice }

const useAskAndRemove = () => {
  const words = useWords(manageNoticesEn).deletion
  const { mutate } = useRemoveNotice()
  return useMemo(
    () =>
      async ({ _id, title }: Notice) => {
        if (!(await confirm({ title: words.title, text: words.text(title), confirm: words.confirm, isDanger: true }))) return
        mutate({ params: { id: _id } }, { onSuccess: () => toast.success(words.done) })
      },
    [words, mutate],
  )
}

/** Manage Notices: all notices, their recipients, and who has read them. */
export const NoticesPage = () => {
  const words = useWords(manageNoticesEn)
  const notices = useNotices()
  const [shown, setShown] = useState<Shown>()
  const list = useKeptFocus<HTMLDivElement>()
  const remove = useAskAndRemove()
  const actions = useMemo(
    () => ({
      edit: (notice: Notice) => setShown({ kind: 'edit', notice }),
      readers: (notice: Notice) => setShown({ kind: 'readers', notice }),
      remove: (notice: Notice) => void remove(notice),
    }),
    [remove],
  )
  const close = () => setShown(undefined)
  const add = (
    <Button variant="primary" icon={<Plus />} isDisabled={!notices.data} onPress={() => setShown({ kind: 'add' })}>
      {words.add}
    </Button>
  )
  return (
    <Page title={words.title} count={{ n: notices.data?.items.length, said: words.total }} action={add}>
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={notices} skeleton={<TableSkeleton columns={5} />} failed={words.loadFailed}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={words.empty.title} hint={words.empty.hint} drawing="bell" />
            ) : (
              <NoticeTable notices={items} actions={actions} />
            )
          }
        </Loaded>
      </div>
      {shown?.kind === 'add' && <AddNoticeDialog onClose={close} />}
      {shown?.kind === 'edit' && <EditNoticeDialog notice={shown.notice} onClose={close} />}
      {shown?.kind === 'readers' && <ReadersDialog notice={shown.notice} onClose={close} />}
    </Page>
  )
}

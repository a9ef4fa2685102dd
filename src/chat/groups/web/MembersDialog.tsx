import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Participant } from '#chat/conversations/conversations.shapes.contract.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, useWords } from '#web/words.ts'
import { groupsEn } from '../groups.en.ts'
import type { Group } from './GroupDialog.tsx'
import { useAddMembers, useMembers, useRemoveMember } from './groups.queries.ts'
import { PeoplePicker } from './PeoplePicker.tsx'

type MemberProps = { group: Group; user: Participant['user'] }

const Member = ({ group, user: { _id, name, role, profilePicture } }: MemberProps) => {
  const words = useWords(groupsEn).members
  const { roles } = useWords(shellEn)
  const remove = useRemoveMember()
  const ask = async () => {
    const { title, text, confirm: yes } = words.removal
    if (await confirm({ title, text: text(name), confirm: yes, isDanger: true })) remove.mutate({ params: { id: group._id, userId: _id } })
  }
  return (
    <div className="flex items-center gap-3 border-line border-b py-2">
      <Avatar id={_id} name={name} src={profilePicture} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-muted text-sm">{roles[role]}</p>
      </div>
      {group.builtIn === null && (
        <IconButton label={words.remove(name)} tone="danger" isPending={remove.isPending} onPress={() => void ask()}>
          <UserMinus />
        </IconButton>
      )}
    </div>
  )
}

const MemberList = ({ group }: { group: Group }) => {
  const words = useWords(groupsEn).members
  const [text, setText] = useState('')
  const search = useRested(text.trim())
  const members = useMembers(group._id, search)
  const list = useKeptFocus<HTMLDivElement>()
  return (
    <div className="flex flex-col gap-3">
      {group.builtIn !== null && <p className="text-muted">{words.everybody}</p>}
      <SearchField label={words.search} value={text} onChange={setText} isMinor className="basis-auto!" />
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={members} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
          {() =>
            members.items.length === 0 ? (
              <p className="py-4 text-muted">{search ? words.nobody : words.none}</p>
            ) : (
              <div>
                <ul aria-label={words.label}>
                  {members.items.map(({ user }) => (
                    <li key={user._id}>
                      <Member group={group} user={user} />
                    </li>
                  ))}
                </ul>
                <LoadMore of={members} isManual />
              </div>
            )
          }
        </Loaded>
      </div>
    </div>
  )
}

const AddPeople = ({ group, onDone }: { group: Group; onDone: () => void }) => {
  const words = useWords(groupsEn).members
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const add = useAddMembers()
  const submit = () =>
    add.mutate(
      { params: { id: group._id }, body: { userIds: [...chosen] } },
      {
        onSuccess: () => {
          toast.settled(words.addFailed)
          toast.success(words.added)
          onDone()
        },
        onError: (error) => toast.error(errorText(error, words.addFailed), { of: words.addFailed }),
      },
    )
  return (
    <div>
      <PeoplePicker legend={words.add} chosen={chosen} onChange={setChosen} isDisabled={add.isPending} notIn={group._id} />
      <DialogActions>
        <Button variant="primary" isDisabled={chosen.size === 0} isPending={add.isPending} pendingText={words.adding} onPress={submit}>
          {words.submit(chosen.size)}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Shows the members of a group. People are added and removed here, except in built-in groups. */
export const MembersDialog = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  const words = useWords(groupsEn).members
  const [view, setView] = useState<'list' | 'add'>('list')
  const views = [
    { key: 'list', title: words.list(group.participantCount), content: <MemberList group={group} /> },
    { key: 'add', title: words.add, content: <AddPeople group={group} onDone={() => setView('list')} /> },
  ] as const
  return (
    <Dialog title={words.title(group.name)} isOpen onClose={onClose}>
      {group.builtIn === null ? <Tabs label={words.label} views={views} chosen={view} onChoose={setView} /> : <MemberList group={group} />}
    </Dialog>
  )
}

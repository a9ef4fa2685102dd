import { FileText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { useNavigate } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { facts } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { readablePhone } from '#contract/phone.ts'
import { shownName } from '#contract/shownName.ts'
import { linkToDocument } from '#library/reading/web/openDocument.ts'
import { type User, usersApi } from '#people/users/users.contract.ts'
import { linkToPerson } from '#people/users/web/useOpenPerson.ts'
import type { Page, SwitcherProps } from '#web/shell/page.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { inputStyle } from '#web/ui/Field.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorText, useWords, wordsOf } from '#web/words.ts'
import { switcherEn } from '../dashboard.switcher.en.ts'
import { useFound } from './switcher.queries.ts'

/** `id` is the address to navigate to, `state` the history state passed along. */
type Result = { id: string; state?: object; name: string; detail?: ReactNode; picture: ReactNode }
type Group = { name: string; results: Result[] }

const iconStyle = 'size-5 shrink-0 text-muted'

const pagesNamed = (pages: readonly Page[], query: string): Result[] => {
  const wanted = query.toLowerCase()
  return pages.flatMap(({ path, entry }) => {
    if (!entry) return []
    const name = wordsOf(entry.words).menu
    if (!name.toLowerCase().includes(wanted)) return []
    return [{ id: path, name, picture: <entry.Icon className={iconStyle} /> }]
  })
}

/** Finds pages at once, and documents and people as their results arrive. */
const useResults = (query: string, { pages, user }: SwitcherProps) => {
  const words = useWords(switcherEn)
  const { documents, people, ...state } = useFound(query, user)
  const groups: Group[] = [
    { name: words.pages, results: pagesNamed(pages, query) },
    {
      name: words.documents,
      results: documents.map((document) => {
        const { to, state } = linkToDocument(document)
        const detail = document.category?.name
        return { id: to, state, name: document.title, ...(detail && { detail }), picture: <FileText className={iconStyle} /> }
      }),
    },
    {
      name: words.people,
      results: people.map((person) => {
        const { _id, name, email, profilePictureUrl } = person
        const { to, state } = linkToPerson(_id)
        return {
          id: to,
          state,
          name: shownName({ name, email }),
          detail: <Where {...person} />,
          picture: <Avatar id={_id} name={shownName({ name, email })} src={profilePictureUrl} className="size-8" />,
        }
      }),
    },
  ]
  return { ...state, groups: groups.filter(({ results }) => results.length > 0) }
}

/** Distinguishes people of the same name: seat and phone number, or the email address of a person who has neither. */
const Where = ({ seatNumber, seatLabel, phone, email }: User) => {
  const words = useWords(switcherEn)
  const found = [...(seatNumber === null ? [] : [words.seat(seatNumber, seatLabel)]), ...(phone === null ? [] : [readablePhone(phone)])]
  return found.length > 0 ? facts(...found) : email && <Email address={email} />
}

/**
 * Mouse and keyboard move the same highlight. The list box supports this, but its type does not declare it. Until the mouse has moved, an
 * option that appears beneath it is not highlighted, because Enter would open it.
 */
const useHoverMoves = (): { shouldFocusOnHover: boolean } => {
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    const onMove = () => setMoved(true)
    window.addEventListener('pointermove', onMove, { once: true })
    return () => window.removeEventListener('pointermove', onMove)
  }, [])
  return { shouldFocusOnHover: hasMoved }
}

/** Finds pages, documents and people by a few letters; Enter opens the highlighted one. */
export const Switcher = (props: SwitcherProps) => {
  const words = useWords(switcherEn)
  const [text, setText] = useState('')
  const query = useRested(text.trim())
  const { groups, isSearching, failed } = useResults(query, props)
  const hoverMoves = useHoverMoves()
  const navigate = useNavigate()
  const label = may(usersApi.list, props.user) ? words.search : words.searchWithoutPeople
  const go = (address: string) => {
    props.onClose()
    const chosen = groups.flatMap(({ results }) => results).find(({ id }) => id === address)
    navigate(address, { state: chosen?.state })
  }
  const state = failed ? errorText(failed, words.failed) : isSearching ? words.searching : groups.length === 0 ? words.nothing(query) : ''
  return (
    <Dialog title={words.title} isOpen onClose={props.onClose} hasOneHeight>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <div className="sticky -top-1 z-10 -mt-1 bg-surface pt-1">
          {/* A search field would use the first Escape to clear itself, and only the second would close the dialog. */}
          <TextField type="search" aria-label={label} autoFocus>
            <Input placeholder={label} maxLength={limits.search} className={`${inputStyle} [&::-webkit-search-cancel-button]:hidden`} />
          </TextField>
          <p role="status" className="min-h-9 py-2 text-muted text-sm wrap-anywhere">
            {state}
          </p>
        </div>
        <ListBox aria-label={words.results} items={groups} onAction={(key) => go(String(key))} {...hoverMoves} className="outline-none">
          {({ name, results }) => (
            <ListBoxSection id={name} className="mb-3">
              <Header className="px-3 py-1 font-medium text-muted text-sm">{name}</Header>
              {results.map((result) => (
                <ResultItem key={result.id} {...result} />
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}

const ResultItem = ({ id, name, detail, picture }: Result) => (
  <ListBoxItem
    id={id}
    textValue={name}
    // The scroll margin keeps options visible below the field when the arrow keys reach them.
    className="flex min-h-11 scroll-mt-32 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 outline-none data-[focused]:bg-hover"
  >
    {picture}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block wrap-anywhere">
        {name}
      </span>
      {detail && (
        <span dir="auto" className="block text-muted text-sm wrap-anywhere">
          {detail}
        </span>
      )}
    </span>
  </ListBoxItem>
)

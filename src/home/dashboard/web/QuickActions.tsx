import { BookOpenText, FolderTree, Star, Upload, Users } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { type Access, admits, type Role } from '#contract/actor.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { useWords } from '#web/words.ts'
import { homeEn } from '../dashboard.en.ts'

type Action = { word: keyof typeof homeEn.actions; to: string; access: Access; Icon: typeof Star }

const actions: Action[] = [
  { word: 'documents', to: '/documents', access: 'member', Icon: BookOpenText },
  { word: 'favorites', to: '/favorites', access: 'student', Icon: Star },
  { word: 'upload', to: '/upload', access: 'admin', Icon: Upload },
  { word: 'users', to: '/users', access: 'admin', Icon: Users },
  { word: 'categories', to: '/categories', access: 'admin', Icon: FolderTree },
]

export const quickActionsGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4 max-md:grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] max-md:gap-3'

export const quickActionsOf = (role: Role): Action[] => actions.filter(({ access }) => admits(access, role))

export const QuickActions = ({ role }: { role: Role }) => {
  const words = useWords(homeEn)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-semibold text-lg">
        {words.quickActions}
      </h2>
      <ul className={quickActionsGrid}>
        {quickActionsOf(role).map((action) => (
          <li key={action.word}>
            <QuickAction action={action} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const QuickAction = ({ action: { word, to, Icon } }: { action: Action }) => {
  const { title, text } = useWords(homeEn).actions[word]
  return (
    <Link
      to={to}
      {...usePrefetch(to)}
      className="flex h-full items-start gap-3 rounded-xl border border-transparent in-data-contrast:border-line-strong bg-surface p-4 transition-colors duration-150 hover:bg-hover"
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <span className="block text-muted text-sm max-md:hidden">{text}</span>
      </span>
    </Link>
  )
}

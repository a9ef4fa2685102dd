import { Download, FileInput, IdCard } from 'lucide-react'
import { useNavigate } from 'react-router'
import { may } from '#contract/endpoint.ts'
import type { UserListQuery } from '#people/users/users.contract.ts'
import { RosterButton } from '#people/users/web/RosterButton.tsx'
import { useSession } from '#web/api/session.ts'
import { useExporting } from '#web/ui/ExportMenu.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menuProps.ts'
import { toolsEn } from '#web/ui/tools.en.ts'
import { useWords } from '#web/words.ts'
import { rosterApi } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { downloadUsers } from './roster.queries.ts'

/** The filters of the list as its address has them. */
const cardsQuery = ({ search, status, hasSeat, only }: UserListQuery): string => {
  const filters = { q: search, status, hasSeat: hasSeat === undefined ? undefined : String(hasSeat), only }
  return new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()
}

/** Import, for admins, and export and ID cards of everybody who matches the filters. */
export const RosterMenu = ({ filter }: { filter: UserListQuery }) => {
  const words = useWords(rosterEn).menu
  const { importAndExport } = useWords(toolsEn)
  const navigate = useNavigate()
  const mayImport = may(rosterApi.importStudents, useSession()?.user)
  const { isRunning, start } = useExporting((format) => downloadUsers(filter, format))
  const entries: MenuEntry[] = [
    ...(mayImport ? [{ key: 'import', label: words.import, icon: <FileInput />, onAction: () => void navigate('/users/import') }] : []),
    { key: 'xlsx', label: words.excel, icon: <Download />, onAction: () => start('xlsx') },
    { key: 'csv', label: words.csv, icon: <Download />, onAction: () => start('csv') },
    { key: 'cards', label: words.cards, icon: <IdCard />, onAction: () => void navigate(`/users/id-cards?${cardsQuery(filter)}`) },
  ]
  return <Menu label={importAndExport} trigger={<RosterButton isPending={isRunning} />} entries={entries} />
}

import type { Option } from '#web/ui/SelectField.tsx'
import type { CategoryNode } from '../categories.contract.ts'
import { flatten } from './categoryTree.ts'

/** Categories for a chooser: indented by level, each with its path. */
export const categoryOptions = (roots: readonly CategoryNode[]): Option[] =>
  flatten(roots).map(({ _id, path, name, level }) => ({ value: _id, label: path || name, level }))

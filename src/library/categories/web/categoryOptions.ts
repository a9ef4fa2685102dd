import type { Option } from '#web/ui/SelectField.tsx'
import type { CategoryNode } from '../categories.contract.ts'
import { flatten } from './categoryTree.ts'

const toOption = ({ _id, path, name, level }: CategoryNode): Option => ({ value: _id, label: path || name, level })

/** Categories for a chooser: indented by level, each with its path. Where `among` is given, only these. */
export const categoryOptions = (roots: readonly CategoryNode[], among?: readonly CategoryNode[]): Option[] =>
  (among ?? flatten(roots)).map(toOption)

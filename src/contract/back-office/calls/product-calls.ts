import { newProduct, page, productPatch } from '../../back-office-calls.ts'
import { type Calls, operators, readers } from './call.ts'

const one = '/products/:id{[0-9]{1,15}}'

export const productCalls = {
  listProducts: { method: 'GET', path: '/products', roles: readers, query: page },
  createProduct: {
    ...{ method: 'POST', path: '/products', roles: operators, body: newProduct, status: 201 },
  },
  showProduct: { method: 'GET', path: one, roles: readers },
  patchProduct: { method: 'PATCH', path: one, roles: operators, body: productPatch },
  removeProduct: { method: 'DELETE', path: one, roles: operators },
} as const satisfies Calls

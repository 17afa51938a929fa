import { join, relative } from 'node:path';
import {
  type CallExpression,
  type Expression,
  type Node,
  type SourceFile,
  SyntaxKind,
  type TypeNode,
} from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import {
  API,
  type Checker,
  type Symbol as Name,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
import { root } from '#db/settings.ts';

/** What a column's values are in TypeScript; `any` fits everything. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'any'
  | `${'string' | 'number' | 'boolean' | 'object' | 'any'}[]`;

export interface WrittenColumn {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly nullable: boolean;
  readonly optional: boolean;
}

/** A statement in the sources whose rows were given a type. */
export interface WrittenStatement {
  readonly place: string;
  /** Null where the text is put together from what only a run knows. */
  readonly sql: string | null;
  readonly columns: readonly WrittenColumn[];
}

type Scope = ReadonlyMap<number, Expression>;
const nothing: Scope = new Map();
/** What the database can describe; `fetch` and the like it cannot. */
const described = /^\s*(select|with|insert|update|delete|merge|values)\b/i;
const product = /^(modules\/[^/]+\/server|kit\/server|apps\/server\/[^/]+\.ts$)/;

/** Statements with a row type: `tx.query<Row>(sql)`, `database.read<[Row]>(scope, { text: sql })` and calls built on them. */
export function writtenStatements(): WrittenStatement[] {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.server.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} was not opened`);
    const reader = new Reader(project);
    return project.program
      .getSourceFileNames()
      .filter((name) => product.test(relative(root, name)) && !/\.test\.ts$/.test(name))
      .flatMap((name) => reader.statementsOf(project.program.getSourceFile(name)));
  } finally {
    api.close();
  }
}

class Reader {
  readonly #project: Project;
  readonly #checker: Checker;

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  statementsOf(file: SourceFile | undefined): WrittenStatement[] {
    const found: WrittenStatement[] = [];
    const visit = (node: Node): void => {
      if (is.isCallExpression(node)) found.push(...this.#ofCall(node, file as SourceFile));
      node.forEachChild(visit);
    };
    file?.forEachChild(visit);
    return found;
  }

  #ofCall(call: CallExpression, file: SourceFile): WrittenStatement[] {
    const [row] = call.typeArguments ?? [];
    if (!row) return [];
    const name = is.isPropertyAccessExpression(call.expression) ? call.expression.name.text : '';
    const line = file.text.slice(0, call.getStart(file)).split('\n').length;
    const place = `${relative(root, file.fileName)}:${line}`;
    const [first, ...others] = call.arguments;
    if (name === 'query' && first) return this.#statement(place, row, this.#text(first, nothing, 0));
    if (name !== 'read' || !is.isTupleTypeNode(row)) return [];
    return row.elements.flatMap((element: Node, at: number) => {
      const type = is.isNamedTupleMember(element) ? element.type : element;
      const text = this.#property(others[at], 'text', nothing, 0);
      return this.#statement(place, type as TypeNode, text);
    });
  }

  #statement(place: string, row: TypeNode, sql: string | null): WrittenStatement[] {
    const type = this.#checker.getTypeFromTypeNode(row);
    if (!type || type.flags & (TypeFlags.AnyOrUnknown | TypeFlags.TypeParameter)) return [];
    const properties = this.#checker.getPropertiesOfType(type);
    if (properties.length === 0 || this.#checker.getIndexInfosOfType(type).length > 0) return [];
    return [
      {
        place,
        sql: sql !== null && described.test(sql) ? sql : null,
        columns: properties.map((one) => this.#column(one)),
      },
    ];
  }

  #column(property: Name): WrittenColumn {
    const type = this.#checker.getTypeOfSymbol(property);
    const parts = type ? partsOf(type) : [];
    const kinds = parts
      .filter((one) => !(one.flags & (TypeFlags.Nullable | TypeFlags.Void)))
      .map((one) => this.#kind(one));
    return {
      name: property.name,
      kinds: [...new Set(kinds)],
      nullable: parts.some((one) => one.flags & (TypeFlags.Null | TypeFlags.AnyOrUnknown)),
      optional: parts.some((one) => one.flags & TypeFlags.Undefined),
    };
  }

  #kind(type: Type): Kind {
    if (type.flags & (TypeFlags.StringLike | TypeFlags.TemplateLiteral)) return 'string';
    if (type.flags & TypeFlags.NumberLike) return 'number';
    if (type.flags & TypeFlags.BooleanLike) return 'boolean';
    if (type.flags & TypeFlags.Intersection) {
      const kinds = (type as Type & { getTypes(): readonly Type[] }).getTypes().map((one) => this.#kind(one));
      return kinds.find((one) => one !== 'object' && one !== 'any') ?? 'object';
    }
    if (!(type.flags & (TypeFlags.Object | TypeFlags.NonPrimitive))) return 'any';
    if (!this.#checker.isArrayType(type)) return this.#checker.isTupleType(type) ? 'any[]' : 'object';
    const [item] = this.#checker.getTypeArguments(type as never);
    const items = item ? partsOf(item).filter((one) => !(one.flags & TypeFlags.Nullable)) : [];
    // A type of JSON may contain itself.
    const kinds = new Set(items.map((one) => (this.#checker.isArrayType(one) ? 'any[]' : this.#kind(one))));
    const [kind] = kinds;
    return kinds.size === 1 && kind && !kind.endsWith('[]') ? (`${kind}[]` as Kind) : 'any[]';
  }

  /** The text of an expression whose parts are all written somewhere; null if one of them is not. */
  #text(given: Node | undefined, scope: Scope, depth: number): string | null {
    const node = given && plain(given);
    if (!node || depth > 20) return null;
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node) || is.isNumericLiteral(node))
      return node.text;
    if (is.isTemplateExpression(node)) {
      let text = node.head.text;
      for (const span of node.templateSpans) {
        const part = this.#text(span.expression, scope, depth + 1);
        if (part === null) return null;
        text += part + span.literal.text;
      }
      return text;
    }
    if (is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken) {
      const [left, right] = [this.#text(node.left, scope, depth + 1), this.#text(node.right, scope, depth + 1)];
      return left === null || right === null ? null : left + right;
    }
    // Either branch has the columns of the other, or one type could not describe both.
    if (is.isConditionalExpression(node))
      return this.#text(node.whenTrue, scope, depth + 1) ?? this.#text(node.whenFalse, scope, depth + 1);
    if (is.isPropertyAccessExpression(node)) return this.#property(node.expression, node.name.text, scope, depth + 1);
    if (is.isCallExpression(node)) return this.#called(node, scope, depth);
    if (!is.isIdentifier(node)) return null;
    const bound = this.#meant(node, scope);
    return bound ? this.#text(bound.node, bound.scope, depth + 1) : null;
  }

  #called(call: CallExpression, scope: Scope, depth: number): string | null {
    const { expression } = call;
    if (is.isPropertyAccessExpression(expression) && expression.name.text === 'join') {
      const list = this.#literal(expression.expression, scope);
      const between = call.arguments[0] ? this.#text(call.arguments[0], scope, depth + 1) : ',';
      if (!list || !is.isArrayLiteralExpression(list.node) || between === null) return null;
      const parts = list.node.elements.map((one: Node) => this.#text(one, list.scope, depth + 1));
      return parts.includes(null) ? null : parts.join(between);
    }
    if (!is.isIdentifier(expression)) return null;
    const body = this.#meant(expression, scope)?.node;
    if (!body || !(is.isArrowFunction(body) || is.isFunctionDeclaration(body))) return null;
    const inner = new Map<number, Expression>();
    for (const [at, parameter] of body.parameters.entries()) {
      const symbol = this.#checker.getSymbolAtLocation(parameter.name);
      const value = call.arguments[at] ?? parameter.initializer;
      // What the caller was itself given is looked up there.
      const passed = value && is.isIdentifier(value) ? (this.#meant(value, scope)?.node ?? value) : value;
      if (symbol && passed) inner.set(symbol.id, passed as Expression);
    }
    return this.#text(answerOf(body.body), inner, depth + 1);
  }

  #property(given: Node | undefined, name: string, scope: Scope, depth: number): string | null {
    const found = given && this.#literal(given, scope);
    if (!found || depth > 20 || !is.isObjectLiteralExpression(found.node)) return null;
    for (const one of found.node.properties) {
      if (is.isPropertyAssignment(one) && is.isIdentifier(one.name) && one.name.text === name)
        return this.#text(one.initializer, found.scope, depth + 1);
      if (is.isShorthandPropertyAssignment(one) && is.isIdentifier(one.name) && one.name.text === name) {
        const symbol = this.#checker.getShorthandAssignmentValueSymbol(one);
        const value = symbol && this.#valueOf(symbol, found.scope);
        return value ? this.#text(value.node, value.scope, depth + 1) : null;
      }
    }
    return null;
  }

  #literal(given: Node, scope: Scope): { node: Node; scope: Scope } | null {
    const node = plain(given);
    if (!is.isIdentifier(node)) return { node, scope };
    const bound = this.#meant(node, scope);
    return bound && { node: plain(bound.node), scope: bound.scope };
  }

  #meant(name: Node, scope: Scope): { node: Node; scope: Scope } | null {
    const symbol = this.#checker.getSymbolAtLocation(name);
    return symbol ? this.#valueOf(symbol, scope) : null;
  }

  /** What a constant is made of, or what a parameter was given. */
  #valueOf(symbol: Name, scope: Scope): { node: Node; scope: Scope } | null {
    const given = scope.get(symbol.id);
    if (given) return { node: given, scope: nothing };
    const meant = symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const declared = meant.valueDeclaration?.resolve(this.#project);
    if (!declared) return null;
    if (is.isFunctionDeclaration(declared)) return { node: declared, scope };
    if (!is.isVariableDeclaration(declared) || !declared.initializer) return null;
    const isConstant = Boolean((declared.parent as Node).flags & 2);
    return isConstant ? { node: plain(declared.initializer), scope } : null;
  }
}

function partsOf(type: Type): readonly Type[] {
  return type.flags & TypeFlags.Union
    ? (type as Type & { getTypes(): readonly Type[] }).getTypes().flatMap(partsOf)
    : [type];
}

function plain(node: Node): Node {
  let inner = node;
  while (
    is.isParenthesizedExpression(inner) ||
    is.isAsExpression(inner) ||
    is.isSatisfiesExpression(inner) ||
    is.isNonNullExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

/** What a function answers, where that is all it does. */
function answerOf(body: Node | undefined): Node | undefined {
  if (!body || !is.isBlock(body)) return body;
  const [only, ...more] = body.statements;
  return only && more.length === 0 && is.isReturnStatement(only) ? only.expression : undefined;
}

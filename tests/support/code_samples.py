"""A source text in each language, and the symbols that stand in it."""

PYTHON = '''import os

# of the pool
@dataclass
class Pool(Base):
    """A pool."""

    size: int = 1

    @property
    def free(self) -> int:
        return 1

    class Inner:
        def deep(self):
            pass

async def top():
    def hidden():
        pass

if os.name:
    def odd(): pass
'''
TYPESCRIPT = """import x from "y";

/** A store. */
@Injectable({ root: true })
export class Store<T> extends Base {
  private size = 1;

  constructor(a: number) {}

  /** Adds. */
  @Log()
  async add(item: T): Promise<void> {
  }
  onClick = () => {
  };
}

export const load = async (a: number) => {
  return a;
};
export default function main() {}
interface Shape {
  area(): number;
}
type Pair = { a: string };
enum Color { Red }
namespace Space {
  export function inner() {}
}
export const Button = memo(function B() {
  return null;
});
"""
TSX = """export const App = () => {
  return <div>{1}</div>;
};
"""
JAVASCRIPT = """const a = require("a");
function one() {}
class Two {
  three() {}
  static four = () => {};
}
module.exports = {
  five() {},
  six: function () {},
};
Two.prototype.seven = function () {
};
function* eight() {}
"""
GO = """package main

// T is a thing.
type T struct {
\tA int
}

// M does.
func (t *T[K]) M(a int) error {
\treturn nil
}

func Free() {}
"""
RUST = """use a;

/// A thing.
#[derive(Debug)]
pub struct S {
    a: u8,
}

impl<T> Tr for S<T> {
    /// Does.
    #[inline]
    fn m(&self) {}
}
trait Tr {
    fn m(&self);
}
mod inner {
    pub fn f() {}
}
macro_rules! mm {
    () => {};
}
"""
JAVA = """package a.b;

/** Doc. */
@Entity
public class User extends Base {
    int x = 1;

    /** Name. */
    @Override
    public String getName() { return ""; }

    User() {}

    enum Kind {
        A;
        void q() {}
    }
}
interface Store {
    void put();
}
"""
KOTLIN = """package a.b

/** Doc. */
@Entity
class User(val x: Int) : Base() {
    fun name() {}
    companion object {
        fun make() {}
    }
    constructor(a: String) : this(1) {}
}

fun String.twice() = this + this

interface Store {
    fun put()
}
"""
C = """#include <a.h>

/* Adds. */
static int add(int a) {
    return a;
}

int *many(void)
{
    return 0;
}

typedef struct {
    int a;
} Thing;

struct Other {
    int a;
};

/* Told elsewhere. */
char *told(int a);
#define MAX(a, b) ((a) > (b))
"""
CPP = """namespace shop {

/// A cart.
template <class T>
class Cart : public Base {
 public:
  Cart() {}
  void add(int a);
  int operator+(int a) { return a; }
};

void Cart::add(int a) {
}
}
Outer::Inner::~Inner() {
}
"""
CSHARP = """using X;
namespace N.M;

/// <summary>Doc.</summary>
[Entity]
public class User : Base
{
    public int Age { get; set; }

    public User() {}

    /// <summary>Name.</summary>
    public string Name<T>(int a) => "";

    enum Kind { A }
}
record Point(int X);
interface IStore
{
    void Put();
}
"""
RUBY = """require "x"

# Doc.
module Shop
  class Cart < Base
    attr_reader :x

    # Adds.
    def add(a)
      1
    end

    def self.make
    end
  end
end

class Shop::Other
  def ==(o)
  end
end
"""
PHP = """<?php
namespace A\\B;

/** Doc. */
#[Entity]
class User extends Base
{
    public $y;

    /** Name. */
    public function name(int $a): int { return 1; }
}
interface Store
{
    function put();
}
function free() {}
?>
<p>page</p>
"""
SWIFT = """import F

/// Doc.
@objc
public class User: Base {
    var x = 1
    /// Name.
    func name(a: Int) -> Int { 1 }
    init(a: Int) {}
    var p: Int { return 1 }
}

extension User: Store {
    func put() {}
}
"""
SHELL = """#!/bin/bash
set -e

# Builds.
build() {
  echo 1
}
function clean {
  echo 2
}
"""
SQL = """-- People.
CREATE TABLE shop.users (id int primary key);

CREATE OR REPLACE FUNCTION total(a int) RETURNS int AS $$
BEGIN
  RETURN 1;
END; $$ LANGUAGE plpgsql;

create view busy as select 1;
insert into t values (1);
"""
CASES = {
    "python": ("a.py", PYTHON, "Pool Pool.free Pool.Inner Pool.Inner.deep top odd"),
    "typescript": (
        "a.ts",
        TYPESCRIPT,
        (
            "Store Store.constructor Store.add Store.onClick load main Shape Shape.area Pair Color "
            "Space Space.inner Button"
        ),
    ),
    "tsx": ("a.tsx", TSX, "App"),
    "javascript": (
        "a.jsx",
        JAVASCRIPT,
        "one Two Two.three Two.four five six Two.prototype.seven eight",
    ),
    "go": ("a.go", GO, "T T.M Free"),
    "rust": ("a.rs", RUST, "S S.m Tr Tr.m inner inner.f mm"),
    "java": ("a.java", JAVA, "User User.getName User.User User.Kind User.Kind.q Store Store.put"),
    "kotlin": (
        "a.kt",
        KOTLIN,
        "User User.name User.Companion User.Companion.make User.constructor twice Store Store.put",
    ),
    "c": ("a.c", C, "add many Thing Other told MAX"),
    "cpp": (
        "a.cpp",
        CPP,
        "shop shop.Cart shop.Cart.Cart shop.Cart.add shop.Cart.operator+ Outer.Inner.~Inner",
    ),
    "csharp": (
        "a.cs",
        CSHARP,
        "User User.Age User.User User.Name User.Kind Point IStore IStore.Put",
    ),
    "ruby": ("a.rb", RUBY, "Shop Shop.Cart Shop.Cart.add Shop.Cart.make Shop.Other Shop.Other.=="),
    "php": ("a.php", PHP, "User User.name Store Store.put free"),
    "swift": ("a.swift", SWIFT, "User User.name User.init User.p User.put"),
    "shell": ("a.sh", SHELL, "build clean"),
    "sql": ("a.sql", SQL, "shop.users total busy"),
}

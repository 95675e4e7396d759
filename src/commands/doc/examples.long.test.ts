import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { project } from "./project.suite.ts";

const cart = `// Package cart adds up.
package cart

import "errors"

// Cart holds things.
type Cart struct{ Size int }

// Open makes a cart.
func Open(size int) (*Cart, error) {
	if size < 0 {
		return nil, errors.New("no such size")
	}
	return &Cart{size}, nil
}

// Total gives what all cost.
func (c *Cart) Total(each int64) int64 { return int64(c.Size) * each }

// Double doubles.
func Double(all []int) []int {
	var out []int
	for _, one := range all {
		out = append(out, one*2)
	}
	return out
}

// Half halves.
func Half(of float64) float64 { return of / 2 }

// Wrong adds too much.
func Wrong(a int) int { return a + 1 }
`;

const tests = `package cart

import "testing"

func TestCart(t *testing.T) {
	c, err := Open(2)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Total(3); got != 6 {
		t.Errorf("got %d", got)
	}
	for _, tt := range []struct {
		in, want []int
		other    string
	}{{in: []int{1, 2}, want: []int{2, 4}}} {
		if got := Double(tt.in); !same(got, tt.want) || got != tt.want {
			t.Fatal()
		}
	}
	if got := Wrong(1); got != 3 {
		t.Fatal()
	}
	if got := Half(missing); got != 2 {
		t.Fatal()
	}
}
`;

const outside = `package cart_test

import (
	"math"
	"testing"

	"example.com/shop/cart"
)

func TestHalf(t *testing.T) {
	if cart.Half(math.Pi) != math.Pi/2 {
		t.Fatal()
	}
}

func ExampleOpen() {}
`;

it("executes what tests of Go show, without those tests and without what doesn't compile", () => {
  const { run, read, write } = project({
    "go.mod": "module example.com/shop\n\ngo 1.21\n",
    "cart/cart.go": cart,
    "cart/cart_test.go": tests,
    "cart/outside_test.go": outside,
  });
  const { code, output } = run("/doc cart");
  expect(code, output).toBe(0);
  expect(output).toContain("executed, 3 passed; omitted: Wrong(1) (cart/cart_test.go)");
  const text = read("cart/cart.go");
  for (const example of [
    "// For example:\n//\n//\tc, _ := Open(2)\n//\tc.Total(3) // 6\nfunc (c *Cart)",
    "//\tDouble([]int{1, 2}) // []int{2, 4}\nfunc Double",
    "//\tcart.Half(math.Pi) // math.Pi/2\nfunc Half",
  ])
    expect(text).toContain(example);
  expect(text).not.toMatch(/Wrong\(1\) \/\/|\/\/\tOpen/);
  expect(run("/doc cart").output).toContain("1 executed, 0 passed; omitted: Wrong(1)");
  expect(read("cart/cart.go")).toBe(text);
  write("go.mod", "nothing of Go's");
  write("cart/cart.go", cart);
  expect(run("/doc cart").output).toMatch(/0 executed, 0 passed; \d not executed: /);
});

const has = (name: string, flag: string): boolean => spawnSync(name, [flag]).status === 0;

const crate = `//! Adds up.

mod cart;
pub mod sums;
pub use cart::Cart;
`;

const rustCart = `/// Holds things.
pub struct Cart {
    size: usize,
}

impl Cart {
    /// Makes one.
    pub fn open(size: usize) -> Result<Self, String> {
        Ok(Cart { size })
    }
    /// What all cost.
    pub fn total(&self, each: usize) -> usize {
        self.size * each
    }
    /// Puts more in.
    pub fn put(&mut self, more: usize) {
        self.size += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        let mut cart = Cart::open(2).unwrap();
        cart.put(1);
        assert_eq!(cart.total(3), 9);
    }
}
`;

const rustSums = `/// Doubles.
pub fn double(all: &[i32]) -> Vec<i32> {
    all.iter().map(|one| one * 2).collect()
}

/// Adds too much.
pub fn wrong(a: i32) -> i32 {
    a + 2
}

/// Never ends.
pub fn endless(a: i32) -> i32 {
    loop {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn doubles() {
        assert_eq!(super::double(&[1, 2]), vec![2, 4]);
        assert_eq!(super::endless(1), 2);
        assert_eq!(super::wrong(1), 2);
        assert_eq!(super::double(missing), vec![1]);
    }
}
`;

it.skipIf(!has("cargo", "--version"))(
  "executes what tests of Rust show, as its documentation's tests do",
  () => {
    const { folder, run, read } = project({
      "Cargo.toml":
        '[package]\nname = "the-shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dev-dependencies]\nnowhere-to-be-found = "9"\n',
      "src/lib.rs": crate,
      "src/cart.rs": rustCart,
      "src/sums.rs": rustSums,
    });
    const { code, output } = run("/doc src");
    expect(code, output).toBe(0);
    expect(output).toContain(
      "4 executed, 2 passed; omitted: endless(1) (src/sums.rs); wrong(1) (src/sums.rs)",
    );
    const total = `    /// # Examples
    ///
    /// \`\`\`
    /// use the_shop::Cart;
    ///
    /// let mut cart = Cart::open(2).unwrap();
    /// cart.put(1);
    /// assert_eq!(cart.total(3), 9);
    /// \`\`\`
    pub fn total`;
    expect(read("src/cart.rs")).toContain(total);
    expect(read("src/sums.rs")).toContain(
      "/// use the_shop::sums::double;\n///\n/// assert_eq!(double(&[1, 2]), vec![2, 4]);\n/// ```\npub fn double",
    );
    const written = read("src/sums.rs");
    expect(written).not.toContain("use the_shop::sums::wrong");
    expect(run("/doc src").code).toBe(0);
    expect(read("src/sums.rs")).toBe(written);
    expect(readdirSync(folder).toSorted()).toEqual([".antiphon", ".state", "Cargo.toml", "docs", "src"]);
  },
);

const javaCart = `package shop;

import java.util.List;

/** Holds things. */
public class Cart {
    private final int size;

    /** Makes one. */
    public Cart(int size) {
        this.size = size;
    }

    /**
     * What all cost.
     *
     * @param each what one costs
     */
    public long total(long each) {
        return size * each;
    }

    /** Names things. */
    public static List<String> names(String... all) {
        return List.of(all);
    }

    /** Adds too much. */
    public static int wrong(int a) {
        return a + 2;
    }

    /** Never ends. */
    public static int endless(int a) {
        while (a < 5) Thread.onSpinWait();
        return a;
    }
}
`;

const javaTests = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test void adds() {
        final Cart cart = new Cart(2);
        assertEquals(6, cart.total(3));
        assertEquals(Arrays.asList("a", "b"), Cart.names("a", "b"));
        assertEquals(2, Cart.endless(1));
        assertEquals(2, Cart.wrong(1));
        assertEquals(2, Cart.wrong(Missing.all()));
    }
}
`;

it.skipIf(!has("javac", "-version"))(
  "executes what tests of Java show, without the packages of tests",
  () => {
    const { folder, run, read } = project({
      "src/main/java/shop/Cart.java": javaCart,
      "src/test/java/shop/CartTest.java": javaTests,
    });
    const { code, output } = run("/doc src/main");
    expect(code, output).toBe(0);
    expect(output).toContain(
      "4 executed, 2 passed; omitted: Cart.endless(1) (src/test/java/shop/CartTest.java); Cart.wrong(1)",
    );
    const text = read("src/main/java/shop/Cart.java");
    const total = `     * What all cost.
     *
     * <p>For example:
     * <pre>{@code
     * Cart cart = new Cart(2);
     * cart.total(3); // 6
     * }</pre>
     *
     * @param each what one costs
     */
`;
    expect(text).toContain(total);
    expect(text).not.toMatch(/For example:\n[^/]*wrong/);
    expect(run("/doc src/main").code).toBe(0);
    expect(read("src/main/java/shop/Cart.java")).toBe(text);
    expect(readdirSync(folder).toSorted()).toEqual([".antiphon", ".state", "docs", "src"]);
  },
);

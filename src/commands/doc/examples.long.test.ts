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
  expect(output).toContain("executed, 3 passed; left out: Wrong(1) (cart/cart_test.go)");
  const text = read("cart/cart.go");
  for (const example of [
    "// For example:\n//\n//\tc, _ := Open(2)\n//\tc.Total(3) // 6\nfunc (c *Cart)",
    "//\tDouble([]int{1, 2}) // []int{2, 4}\nfunc Double",
    "//\tcart.Half(math.Pi) // math.Pi/2\nfunc Half",
  ])
    expect(text).toContain(example);
  expect(text).not.toMatch(/Wrong\(1\) \/\/|\/\/\tOpen/);
  expect(run("/doc cart").output).toContain("1 executed, 0 passed; left out: Wrong(1)");
  expect(read("cart/cart.go")).toBe(text);
  write("go.mod", "nothing of Go's");
  write("cart/cart.go", cart);
  expect(run("/doc cart").output).toMatch(/0 executed, 0 passed; \d not executed: /);
});

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuraVouch} from "../src/AuraVouch.sol";
import {SteezeStack} from "../src/SteezeStack.sol";
import {MockUSDC} from "../src/mocks/MockUSDC.sol";
import {Base} from "./Base.sol";

/// @notice Does to SteezeStack whatever accounts, a server, an owner and USDC may do, in any order, and keeps its own
/// count of what must follow. What is refused is refused: the invariants are about what got through.
contract StackHandler is Base {
    struct Signed {
        address account;
        uint256 limit;
        uint256 deadline;
        bytes signature;
    }

    address[4] public accounts;
    Signed[] private _signed;
    uint256[2] private _signerKeys = [SIGNER_KEY, uint256(0x52)];
    uint256 private _signerKey = SIGNER_KEY;

    uint256 public bought;
    uint256 public redeemed;
    mapping(address account => uint256 limit) public highestLimit;
    /// @notice Per UTC day, what was paid out, and the highest cap that day knew.
    mapping(uint256 day => uint256 usdcAmount) public paid;
    mapping(uint256 day => uint256 usdcAmount) public highestCap;
    uint256 public immutable firstDay = (MIDNIGHT + 10 hours) / 1 days;

    constructor() {
        _deploy();
        for (uint256 i = 0; i < accounts.length; i++) {
            accounts[i] = vm.addr(0xACC0 + i);
            _fund(accounts[i], 10_000 * USDC);
        }
        _noteCap();
    }

    function stackContract() external view returns (SteezeStack) {
        return stack;
    }

    function token() external view returns (MockUSDC) {
        return usdc;
    }

    function buy(uint256 by, uint256 steezeAmount, uint256 dust) external {
        uint256 usdcAmount = (steezeAmount % 5_000) * 100_000 + (dust % 8 == 0 ? dust % 100_000 : 0);
        address account = _account(by);
        vm.prank(account);
        try stack.buySteeze(usdcAmount) {
            bought += usdcAmount / 100_000;
        } catch {}
    }

    /// @notice The server signs: mostly a little more than was withdrawn, sometimes anything.
    function sign(uint256 forWhom, uint256 limit, uint256 lasting) external {
        address account = _account(forWhom);
        limit = limit % 8 == 0 ? limit % 1_000_000 : stack.withdrawn(account) + limit % 2_000;
        _sign(account, limit, block.timestamp + lasting % 1 days);
    }

    /// @notice Anybody hands in any signature there ever was.
    function withdraw(uint256 by, uint256 which, uint256 amount) external {
        if (_signed.length == 0) return;
        Signed storage signed = _signed[which % _signed.length];
        // Mostly by whom it is for; what is left of it, or any amount.
        address account = by % 4 == 0 ? _account(by) : signed.account;
        uint256 had = stack.withdrawn(account);
        if (amount % 2 == 0 && signed.limit > had) amount = signed.limit - had;
        _withdraw(account, signed, amount % 20_000);
    }

    /// @notice Every signature there ever was, from every account.
    function replayEverything(uint256 amount) external {
        amount = 1 + amount % 500;
        for (uint256 i = _signed.length > 12 ? _signed.length - 12 : 0; i < _signed.length; i++) {
            for (uint256 by = 0; by < accounts.length; by++) _withdraw(accounts[by], _signed[i], amount);
        }
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + time % 9 hours);
        _noteCap();
    }

    function pauseOrNot(uint256 chance) external {
        if (chance % 4 == 0 && !stack.paused()) stack.pause();
        else if (stack.paused()) stack.unpause();
    }

    function setCap(uint256 cap) external {
        stack.setDailyCap(cap % (2_000 * USDC));
        _noteCap();
    }

    function rotate(uint256 which) external {
        _signerKey = _signerKeys[which % _signerKeys.length];
        stack.setSigner(vm.addr(_signerKey));
    }

    function takeSurplus(uint256 usdcAmount) external {
        uint256 surplus = stack.surplus();
        usdcAmount = usdcAmount % 3 == 0 ? surplus : usdcAmount % (surplus + 2);
        try stack.takeSurplus(address(0x5AFE), usdcAmount) {} catch {}
    }

    function donate(uint256 usdcAmount) external {
        usdc.mint(address(stack), usdcAmount % USDC);
    }

    function blockOrNot(uint256 who, bool blocked) external {
        usdc.setBlocked(_account(who), blocked);
    }

    /// @notice A stranger tries what is the owner's.
    function meddle(uint256 by, uint256 usdcAmount) external {
        address stranger = _account(by);
        bytes[5] memory calls = [
            abi.encodeCall(stack.takeSurplus, (stranger, usdcAmount % 2)),
            abi.encodeCall(stack.setSigner, (stranger)),
            abi.encodeCall(stack.setDailyCap, (type(uint64).max)),
            abi.encodeCall(stack.pause, ()),
            abi.encodeCall(stack.transferOwnership, (stranger))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(stranger);
            (bool done,) = address(stack).call(calls[i]);
            assertTrue(!done, "a stranger was heard");
        }
    }

    function _withdraw(address account, Signed storage signed, uint256 amount) private {
        uint256 had = usdc.balanceOf(account);
        vm.prank(account);
        try stack.withdrawSteeze(amount, signed.limit, signed.deadline, signed.signature) {
            redeemed += amount;
            uint256 got = usdc.balanceOf(account) - had;
            assertEq(got, amount * 70_000);
            paid[block.timestamp / 1 days] += got;
        } catch {}
    }

    function _sign(address account, uint256 limit, uint256 deadline) private {
        _signed.push(Signed(account, limit, deadline, _limit(_signerKey, account, limit, deadline)));
        if (limit > highestLimit[account]) highestLimit[account] = limit;
    }

    function _noteCap() private {
        uint256 day = block.timestamp / 1 days;
        if (stack.dailyCap() > highestCap[day]) highestCap[day] = stack.dailyCap();
    }

    function _account(uint256 which) private view returns (address) {
        return accounts[which % accounts.length];
    }
}

contract SteezeStackInvariants is Base {
    StackHandler private _handler;

    function setUp() external {
        vm.warp(MIDNIGHT + 10 hours);
        _handler = new StackHandler();
        stack = _handler.stackContract();
        usdc = _handler.token();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// @dev One function, so that one run of the handler is looked at from every side.
    /// [steeze.contract-solvent] [steeze.contract-cumulative]
    function invariant_theStackIsSound() external view {
        uint256 held = usdc.balanceOf(address(stack));
        uint256 needed = 70_000 * stack.outstanding();
        assertTrue(held >= needed, "holds less than outstanding Steeze needs");
        assertEq(stack.surplus(), held - needed);
        assertEq(stack.outstanding(), _handler.bought() - _handler.redeemed());

        uint256 withdrawn = 0;
        for (uint256 i = 0; i < 4; i++) {
            address account = _handler.accounts(i);
            assertTrue(stack.withdrawn(account) <= _handler.highestLimit(account), "above the highest limit");
            withdrawn += stack.withdrawn(account);
        }
        assertEq(withdrawn, _handler.redeemed());

        for (uint256 day = _handler.firstDay(); day <= block.timestamp / 1 days; day++) {
            assertTrue(_handler.paid(day) <= _handler.highestCap(day), "above the daily cap");
        }
        assertEq(stack.owner(), address(_handler));
        assertEq(stack.pendingOwner(), address(0));
    }
}

/// @notice The handler gets through where it should: else the invariants would be about nothing.
contract StackHandlerTest is Base {
    function test_buysSignsWithdrawsAndReplays() external {
        StackHandler handler = new StackHandler();
        SteezeStack target = handler.stackContract();
        handler.buy(0, 4_000, 1);
        assertEq(target.outstanding(), 4_000);
        handler.sign(1, 500, 1 hours);
        handler.sign(1, 300, 1 hours);
        handler.withdraw(1, 0, 100);
        address account = handler.accounts(1);
        // An even amount takes all that is left.
        assertEq(target.withdrawn(account), 500);
        handler.replayEverything(499);
        assertEq(target.withdrawn(account), 500);
        handler.sign(1, 1_001, 1 hours);
        handler.replayEverything(99);
        assertEq(target.withdrawn(account), 600);
        assertEq(handler.redeemed(), 600);
    }
}

/// @notice Vouches between a few accounts, with every kind of amount.
contract VouchHandler is Base {
    address[4] public accounts;
    uint256 public total;

    constructor() {
        _deploy();
        for (uint256 i = 0; i < accounts.length; i++) {
            accounts[i] = vm.addr(0xACC0 + i);
            _fund(accounts[i], 1_000 * USDC);
        }
    }

    function vouchContract() external view returns (AuraVouch) {
        return vouching;
    }

    function token() external view returns (MockUSDC) {
        return usdc;
    }

    function vouch(uint256 by, uint256 forWhom, uint256 usdcAmount) external {
        usdcAmount = usdcAmount % 8 == 0 ? usdcAmount % (120 * USDC) : (usdcAmount % 60) * USDC;
        address target = forWhom % 9 == 0 ? address(vouching) : accounts[forWhom % accounts.length];
        address voucher = accounts[by % accounts.length];
        uint256 had = usdc.balanceOf(target);
        vm.prank(voucher);
        try vouching.vouch(target, usdcAmount) {
            total += usdcAmount;
            assertEq(usdc.balanceOf(target), had + usdcAmount);
        } catch {}
    }

    function blockOrNot(uint256 who, bool blocked) external {
        usdc.setBlocked(accounts[who % accounts.length], blocked);
    }
}

contract AuraVouchInvariants is Base {
    VouchHandler private _handler;

    function setUp() external {
        _handler = new VouchHandler();
        vouching = _handler.vouchContract();
        usdc = _handler.token();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    /// [vouching.contract-pair-cap]
    function invariant_everyPairIsWithinTheRules() external view {
        uint256 sum = 0;
        for (uint256 i = 0; i < 16; i++) {
            uint256 pair = vouching.vouchedAmount(_handler.accounts(i / 4), _handler.accounts(i % 4));
            assertTrue(pair <= 100 * USDC && pair % USDC == 0, "a pair is above its cap, or has parts of a USDC");
            assertTrue(i / 4 != i % 4 || pair == 0, "somebody vouched for themselves");
            sum += pair;
        }
        assertEq(sum, _handler.total());
        assertEq(usdc.balanceOf(address(vouching)), 0);
    }
}
